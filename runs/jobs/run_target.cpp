#include "runs/jobs/run_target.h"

#include <algorithm>

namespace diagc::runs {

Key target_key(RunDevices& to) {
  return {.name = "target",
          .type = "\"auto\", \"cpu\" or \"cuda\"",
          .default_value = "\"auto\"",
          .help = "auto: a device where there is one, else the processor",
          .shown = true,
          .read = [&to](const Setting& setting) {
            to.target = static_cast<RunTarget>(setting.choice({"auto", "cpu", "cuda"}));
          }};
}

Key devices_key(RunDevices& to) {
  return {.name = "devices",
          .type = "list of integers",
          .otherwise = "all",
          .help = "devices, as CUDA counts them; of several processes on a machine each takes one",
          .example = "[0, 1]",
          .read = [&to](const Setting& setting) {
            if (setting.is_list() && setting.value().items.empty())
              setting.fail("at least one device");
            for (const std::int64_t device : setting.integers(0)) {
              if (device > 1023) setting.fail("devices from 0 to 1023");
              if (std::ranges::count(to.devices, device) > 0) setting.fail("every device once");
              to.devices.push_back(static_cast<int>(device));
            }
          }};
}

Key schedule_key(RunDevices& to, const std::string& kernels) {
  return {.name = "schedule",
          .type = "name",
          .default_value = "\"auto\"",
          .help = "of " + kernels + " on a device, as `diagc bench --schedule` takes it",
          .read = [&to](const Setting& setting) { to.schedule = setting.text(); }};
}

}  // namespace diagc::runs

// What was built.
#pragma once

namespace diagc {

const char* version();
const char* commit();

}  // namespace diagc

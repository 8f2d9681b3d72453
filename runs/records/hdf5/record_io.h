// A record as a group of HDF5: a dataset for each field, with unit and meaning as attributes; the columns of a table are datasets of equal
// length in a group.
#pragma once

#include <string>

#include "runs/records/hdf5/handles.h"
#include "runs/records/kind.h"

namespace diagc::runs::hdf5 {

/// Writes the fields and the attribute `digest`.
void write_record(hid_t group, const Fields& fields, const void* record);

/// Throws std::runtime_error that begins with `path` and names the place, which begins with `where`: what was found, what was expected.
/// Files of earlier versions have no digest; where there must be one, its loss is a mistake, too.
void read_record(hid_t group, const Fields& fields, void* record, bool has_digest,
                 const std::string& where, const std::string& path);

}  // namespace diagc::runs::hdf5

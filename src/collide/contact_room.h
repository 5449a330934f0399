// Room for contacts: how many of them fit into the memory of a world.
//
//   bytes of a contact = sizeof(Contact) + rows * (128 + 12 dofs)
// rows and dofs are those of its constraint rows, 128 bytes what all arrays of Data hold for a row, 12 what efc_J and
// efc_J_colind hold for a number. Contacts that surely fit are not counted one by one.
#pragma once

#include "corten/data.h"
#include "corten/model.h"

namespace corten {

// Before the first contact of a pass.
void open_contact_room(const Model& m, Data& d);

// A new contact at the end of Data::contact, to be filled and then kept.
Contact& new_contact(Data& d);

// False if there was no room: the last contact is gone again, and so is every further one.
bool keep_contact(const Model& m, Data& d);

// Bytes of all contacts with their rows.
std::size_t contact_bytes(const Model& m, const Data& d);

// Counts the warning if there was no room for all. `pairs` is the number of pairs of bodies that were not looked at.
void warn_if_full(Data& d, int pairs);

}  // namespace corten

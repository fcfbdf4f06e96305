/* SPDX-License-Identifier: MIT */
/*
 * The library's version. CMakeLists.txt reads it from here, so that it is written once.
 *
 * LA_VERSION is 10000 * major + 100 * minor + patch. LA_ABI_VERSION changes when two copies of the
 * headers in one process would no longer agree on the layout of shared memory.
 */
#ifndef LA_VERSION_H
#define LA_VERSION_H

#define LA_VERSION_MAJOR 0
#define LA_VERSION_MINOR 1
#define LA_VERSION_PATCH 0
#define LA_VERSION (10000 * LA_VERSION_MAJOR + 100 * LA_VERSION_MINOR + LA_VERSION_PATCH)
#define LA_VERSION_STRING "0.1.0"
#define LA_ABI_VERSION 1

#endif

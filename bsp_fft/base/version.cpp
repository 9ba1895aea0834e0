#include "bspfft/version.h"

const char* bspfft_version(void) { return BSPFFT_VERSION; }

int bspfft_version_number(void) { return BSPFFT_VERSION_NUMBER; }

// The standard headers that most sources include, compiled once for each large library: they take the compiler longer
// than the sources do. Every source still includes what it uses; -Db_pch=false compiles without this.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

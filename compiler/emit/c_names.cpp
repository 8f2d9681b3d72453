#include "compiler/emit/c_names.h"

#include <string_view>

namespace diagc {

namespace {

// Lists of words, each between spaces.

/// Functions and variables of the C library: a program cannot have them twice, and an object of that name would take their place.
constexpr std::string_view library_names =
    " abort abs acos acosf acosh aligned_alloc asctime asin asinf asinh assert at_quick_exit "
    "atan atan2 atan2f atanf atanh atexit atof atoi atol atoll bsearch btowc cabs cacos "
    "cacosh calloc carg casin casinh catan catanh cbrt cbrtf ccos ccosf ccosh ceil ceilf cexp "
    "cexpf cimag clearerr clock clock_gettime clog clogf close copysign cosf cosh coshf cpow "
    "cproj creal csin csinf csinh csqrt csqrtf ctan ctanh ctime difftime div dup dup2 environ "
    "erf erfc erfcf erff errno execve exit exp2 exp2f expf expm1 expm1f fabs fabsf fclose "
    "fdim feclearexcept fegetenv fegetround feholdexcept feof feraiseexcept ferror fesetenv "
    "fesetround fetestexcept feupdateenv fflush fgetc fgetpos fgets fgetwc fileno floor "
    "floorf fmaf fmax fmaxf fmin fminf fmod fmodf fopen fork fpclassify fprintf fputc fputs "
    "fread free freopen frexp fscanf fseek fsetpos fstat ftell fwrite getc getchar getenv "
    "getpid gets gmtime hypot hypotf ilogb imaxabs index isalnum isalpha isblank iscntrl "
    "isdigit isfinite isgraph isgreater isinf isless islower isnan isnormal isprint ispunct "
    "isspace isunordered isupper isxdigit j0 j1 jn kill labs ldexp ldiv lgamma lgammaf link "
    "llabs lldiv llrint llround localeconv localtime log10 log10f log1p log1pf log2 log2f "
    "logb logf longjmp lrint lround lseek lstat main malloc mblen mbstowcs mbtowc memccpy "
    "memchr memcmp memcpy memmove memset mktime mmap modf munmap nan nearbyint nextafter "
    "nexttoward offsetof open perror pipe pow powf printf putc putchar puts qsort quick_exit "
    "raise rand read realloc remainder remove remquo rename rewind rindex rint round roundf "
    "scalbln scalbn scanf select setbuf setjmp setlocale setvbuf signal signbit sincos "
    "sincosf sinf sinh sinhf sleep snprintf sprintf sqrtf srand sscanf stat stderr stdin "
    "stdout strcat strchr strcmp strcoll strcpy strcspn strdup strerror strftime strlen "
    "strncat strncmp strncpy strpbrk strrchr strspn strstr strtod strtof strtok strtol "
    "strtold strtoll strtoul strtoull strxfrm sync system tan tanf tanh tanhf tgamma tgammaf "
    "thrd_create time tmpfile tmpnam tolower toupper trunc truncf ungetc unlink va_arg "
    "va_copy va_end va_start vfork vfprintf vprintf vsnprintf vsprintf wait wcscmp wcscpy "
    "wcslen wctomb wmemcpy write y0 y1 yn ";

/// Words, types and macros of C and its headers, and C++'s one namespace: the prototype in a header would not compile.
constexpr std::string_view header_words =
    " BUFSIZ CHAR_BIT DBL_EPSILON DBL_MAX DBL_MIN DIR EOF FILE FLT_EPSILON FLT_MAX FLT_MIN "
    "HUGE_VAL I INFINITY INT_MAX INT_MIN LONG_MAX M_1_PI M_2_PI M_2_SQRTPI M_E M_LN10 M_LN2 "
    "M_LOG10E M_LOG2E M_PI M_PI_2 M_PI_4 M_SQRT1_2 M_SQRT2 NAN NULL O_RDONLY RAND_MAX SIGINT "
    "SIGTERM clock_t complex div_t double_t errno fenv_t fexcept_t float_t fpos_t i386 "
    "imaginary int16_t int32_t int64_t int8_t intmax_t intptr_t jmp_buf ldiv_t linux lldiv_t "
    "max_align_t mbstate_t noreturn nullptr_t off_t offsetof pid_t ptrdiff_t restrict "
    "sig_atomic_t size_t ssize_t std time_t typeof typeof_unqual uint16_t uint32_t uint64_t "
    "uint8_t uintmax_t uintptr_t unix va_list wint_t ";

bool among(std::string_view words, const std::string& name) {
  return words.find(" " + name + " ") != std::string_view::npos;
}

}  // namespace

bool belongs_to_compiler(const std::string& name) {
  return name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

bool belongs_to_c(const std::string& name) {
  return among(library_names, name) || among(header_words, name) || belongs_to_compiler(name);
}

}  // namespace diagc

// Data of ICU without an entry, in the place of the 34 MB of languages and calendars that Swift's static Foundation brings and that mica
// and mica-play never ask: dev/ship links it in, and looks that no source uses what needs them. The form is that of ICU's common data,
// "CmnD", version 1 (ICU, "ICU Data", .dat files): a header of 32 bytes, then a table of contents with no row.
    .section .rodata
    .balign 16
    .globl mica_no_icu_data
    .type mica_no_icu_data, %object
mica_no_icu_data:
    // Size of the header, magic numbers.
    .2byte 32
    .byte 0xda, 0x27
    // Size of the information, little-endian, ASCII, characters of two bytes.
    .2byte 20, 0
    .byte 0, 0, 2, 0
    .ascii "CmnD"
    .byte 1, 0, 0, 0, 0, 0, 0, 0
    .zero 8
    // Number of entries.
    .4byte 0, 0
    .size mica_no_icu_data, . - mica_no_icu_data

/* Pango, HarfBuzz, FreeType and Fontconfig (Debian: libpango1.0-dev, which brings all four). */
#ifndef CLIBPANGO_SHIM_H
#define CLIBPANGO_SHIM_H
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include <glib.h>
#include <hb-ot.h>
#include <hb.h>

#include "pango.h"

/* Wrappers of bit fields and casting macros, which Swift cannot read. */

/* The fields of `PangoLogAttr` in order; the position of their bits depends on the machine. */
typedef union {
    guint bits;
    struct {
        guint is_line_break : 1;
        guint is_mandatory_break : 1;
        guint is_char_break : 1;
        guint is_white : 1;
        guint is_cursor_position : 1;
        guint is_word_start : 1;
    };
} MicaLogAttrFields;

/* 1: a line may break before the character; 2: it must; 4: a grapheme begins; 8: white space; 16: a word begins. */
static inline unsigned mica_log_attr_bits(const MicaPangoLogAttr *attrs, int index) {
    MicaLogAttrFields a = {.bits = attrs[index].bits};
    return (a.is_line_break ? 1u : 0) | (a.is_mandatory_break ? 2u : 0) | (a.is_cursor_position ? 4u : 0) |
           (a.is_white ? 8u : 0) | (a.is_word_start ? 16u : 0);
}

static inline void mica_get_log_attrs(const char *text, int count, MicaPangoLogAttr *attrs, int length) {
    pango_get_log_attrs(text, count, -1, pango_language_from_string("en"), (PangoLogAttr *)attrs, length);
}
static inline void mica_item_free(MicaPangoItem *item) { pango_item_free((PangoItem *)item); }

/* Selects a font for a range of a text, in bytes. */
static inline void mica_attr_list_insert_font(
    PangoAttrList *list, const PangoFontDescription *description, guint start, guint end) {
    PangoAttribute *attribute = pango_attr_font_desc_new(description);
    if (!attribute) return;
    ((MicaPangoAttribute *)attribute)->start_index = start;
    ((MicaPangoAttribute *)attribute)->end_index = end;
    pango_attr_list_insert(list, attribute);
}

/* HarfBuzz's name of a script of Pango. */
static inline hb_script_t mica_hb_script(guint8 script) {
    return hb_script_from_iso15924_tag(g_unicode_script_to_iso15924((GUnicodeScript)script));
}

/* The description of the font that Pango chose, owned by the font. */
static inline FcPattern *mica_pattern_of(PangoFont *font) {
    if (!font || !g_type_check_instance_is_a((GTypeInstance *)font, pango_fc_font_get_type())) return NULL;
    return pango_fc_font_get_pattern((PangoFcFont *)font);
}

/* Whether the first letter with a direction is right to left. */
static inline int mica_is_right_to_left(const char *text, int count) {
    return pango_find_base_dir(text, count) == PANGO_DIRECTION_RTL;
}

/* Makes a file without a name, in memory. Returns its descriptor, or -1. */
extern int memfd_create(const char *name, unsigned int flags);
static inline int mica_memory_file(void) { return memfd_create("mica-font", 1 /* closed when a program starts */); }

/* A font map that uses only our own configuration. */
static inline PangoFontMap *mica_font_map(FcConfig *config) {
    PangoFontMap *map = pango_ft2_font_map_new();
    if (map) pango_fc_font_map_set_config((PangoFcFontMap *)map, config);
    return map;
}

/* Loads outlines in the font's own units, without changes. */
static inline FT_Int32 mica_load_outline(void) { return FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP; }
/* Loads coloured pictures. */
static inline FT_Int32 mica_load_picture(void) { return FT_LOAD_COLOR; }
static inline int mica_has_outlines(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }
static inline int mica_has_color(FT_Face face) { return FT_HAS_COLOR(face) ? 1 : 0; }
static inline int mica_has_sizes(FT_Face face) { return FT_HAS_FIXED_SIZES(face) ? 1 : 0; }
static inline int mica_is_monospaced(FT_Face face) { return FT_IS_FIXED_WIDTH(face) ? 1 : 0; }
#endif

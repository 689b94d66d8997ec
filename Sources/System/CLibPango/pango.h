/* The parts of Pango that MicaText uses, declared here from Pango's documentation (docs.gtk.org/Pango).

   Pango's own headers need the flags of pangoft2.pc. These contain `-pthread`, about which SwiftPM warns in the
   build of each program that uses Mica; HarfBuzz's flags contain all others. `dev/check` compiles this file together
   with Pango's headers (MICA_PANGO_HEADERS), so that a function or a field that differs is an error. */
#ifndef CLIBPANGO_PANGO_H
#define CLIBPANGO_PANGO_H
#include <fontconfig/fontconfig.h>
#include <glib-object.h>

typedef struct _PangoContext PangoContext;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFcFontMap PangoFcFontMap;
typedef struct _PangoFont PangoFont;
typedef struct _PangoFcFont PangoFcFont;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoAttrList PangoAttrList;
typedef struct _PangoAttrIterator PangoAttrIterator;
typedef struct _PangoAttribute PangoAttribute;
typedef struct _PangoItem PangoItem;
typedef struct _PangoLogAttr PangoLogAttr;
typedef struct _PangoFontDescription PangoFontDescription;

#ifdef MICA_PANGO_HEADERS
#include <pango/pango.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#else
/* The used values of each enumeration. A font's weight is also a number: 400 is normal. */
typedef enum { PANGO_STYLE_NORMAL = 0, PANGO_STYLE_ITALIC = 2 } PangoStyle;
typedef enum { PANGO_WEIGHT_THIN = 100, PANGO_WEIGHT_NORMAL = 400, PANGO_WEIGHT_ULTRAHEAVY = 1000 } PangoWeight;
typedef enum { PANGO_DIRECTION_LTR = 0, PANGO_DIRECTION_RTL = 1 } PangoDirection;
#endif

/* The first fields of a `PangoAttribute`. */
typedef struct {
    const void *kind;
    /* The range of the text, in bytes. */
    guint start_index, end_index;
} MicaPangoAttribute;

/* A `PangoItem`: a run of one font, script and direction. */
typedef struct {
    /* In bytes of the text. */
    int offset, length;
    int num_chars;
    struct {
        void *shape_engine, *lang_engine;
        PangoFont *font;
        guint8 level, gravity, flags, script;
        PangoLanguage *language;
        GSList *extra_attrs;
    } analysis;
} MicaPangoItem;

/* A `PangoLogAttr`: the properties of a character for line and word breaks, one bit each. */
typedef struct {
    guint bits;
} MicaPangoLogAttr;

extern PangoFontMap *pango_ft2_font_map_new(void);
extern void pango_fc_font_map_set_config(PangoFcFontMap *map, FcConfig *config);
extern PangoContext *pango_font_map_create_context(PangoFontMap *map);
extern GType pango_fc_font_get_type(void);
extern FcPattern *pango_fc_font_get_pattern(PangoFcFont *font);

extern PangoLanguage *pango_language_from_string(const char *language);
extern void pango_context_set_language(PangoContext *context, PangoLanguage *language);

extern PangoFontDescription *pango_font_description_new(void);
extern void pango_font_description_free(PangoFontDescription *description);
extern void pango_font_description_set_family(PangoFontDescription *description, const char *family);
extern void pango_font_description_set_weight(PangoFontDescription *description, PangoWeight weight);
extern void pango_font_description_set_style(PangoFontDescription *description, PangoStyle style);
extern void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);

extern PangoAttrList *pango_attr_list_new(void);
extern void pango_attr_list_unref(PangoAttrList *list);
extern void pango_attr_list_insert(PangoAttrList *list, PangoAttribute *attribute);
extern PangoAttribute *pango_attr_font_desc_new(const PangoFontDescription *description);

extern GList *pango_itemize_with_base_dir(
    PangoContext *context, PangoDirection direction, const char *text, int start_index, int length, PangoAttrList *attributes,
    PangoAttrIterator *cached);
extern void pango_item_free(PangoItem *item);
extern void pango_get_log_attrs(
    const char *text, int length, int level, PangoLanguage *language, PangoLogAttr *attributes, int count);
extern PangoDirection pango_find_base_dir(const char *text, int length);

#ifdef MICA_PANGO_HEADERS
#include <stddef.h>
#define MICA_SAME(mine, theirs, field) \
    _Static_assert( \
        offsetof(mine, field) == offsetof(theirs, field) && sizeof(((mine *)0)->field) == sizeof(((theirs *)0)->field), \
        #field " of " #theirs " lies elsewhere")
MICA_SAME(MicaPangoAttribute, PangoAttribute, start_index);
MICA_SAME(MicaPangoAttribute, PangoAttribute, end_index);
MICA_SAME(MicaPangoItem, PangoItem, offset);
MICA_SAME(MicaPangoItem, PangoItem, length);
MICA_SAME(MicaPangoItem, PangoItem, analysis.font);
MICA_SAME(MicaPangoItem, PangoItem, analysis.level);
MICA_SAME(MicaPangoItem, PangoItem, analysis.script);
_Static_assert(sizeof(MicaPangoItem) == sizeof(PangoItem), "PangoItem has another size");
_Static_assert(sizeof(MicaPangoLogAttr) == sizeof(PangoLogAttr), "PangoLogAttr has another size");
#endif
#endif

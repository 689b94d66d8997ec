/* The functions of Cairo that Mica calls, for CLibCairo.c: library, result, name, parameters, arguments.
   A signature that is not the header's does not compile. */
FUNCTION(cairo, void, cairo_clip, (cairo_t *cr), (cr))
FUNCTION(cairo, void, cairo_close_path, (cairo_t *cr), (cr))
FUNCTION(cairo, cairo_t *, cairo_create, (cairo_surface_t *target), (target))
FUNCTION(cairo, void, cairo_curve_to,
         (cairo_t *cr, double x1, double y1, double x2, double y2, double x3, double y3),
         (cr, x1, y1, x2, y2, x3, y3))
FUNCTION(cairo, void, cairo_destroy, (cairo_t *cr), (cr))
FUNCTION(cairo, void, cairo_fill, (cairo_t *cr), (cr))
FUNCTION(cairo, cairo_surface_t *, cairo_image_surface_create_for_data,
         (unsigned char *data, cairo_format_t format, int width, int height, int stride),
         (data, format, width, height, stride))
FUNCTION(cairo, void, cairo_line_to, (cairo_t *cr, double x, double y), (cr, x, y))
FUNCTION(cairo, void, cairo_mask, (cairo_t *cr, cairo_pattern_t *pattern), (cr, pattern))
FUNCTION(cairo, void, cairo_move_to, (cairo_t *cr, double x, double y), (cr, x, y))
FUNCTION(cairo, void, cairo_new_path, (cairo_t *cr), (cr))
FUNCTION(cairo, void, cairo_paint, (cairo_t *cr), (cr))
FUNCTION(cairo, void, cairo_paint_with_alpha, (cairo_t *cr, double alpha), (cr, alpha))
FUNCTION(cairo, void, cairo_pattern_add_color_stop_rgba,
         (cairo_pattern_t *pattern, double offset, double red, double green, double blue, double alpha),
         (pattern, offset, red, green, blue, alpha))
FUNCTION(cairo, cairo_pattern_t *, cairo_pattern_create_for_surface, (cairo_surface_t *surface), (surface))
FUNCTION(cairo, cairo_pattern_t *, cairo_pattern_create_linear,
         (double x0, double y0, double x1, double y1),
         (x0, y0, x1, y1))
FUNCTION(cairo, cairo_pattern_t *, cairo_pattern_create_radial,
         (double cx0, double cy0, double radius0, double cx1, double cy1, double radius1),
         (cx0, cy0, radius0, cx1, cy1, radius1))
FUNCTION(cairo, cairo_pattern_t *, cairo_pattern_create_rgba,
         (double red, double green, double blue, double alpha),
         (red, green, blue, alpha))
FUNCTION(cairo, void, cairo_pattern_destroy, (cairo_pattern_t *pattern), (pattern))
FUNCTION(cairo, void, cairo_pattern_set_extend, (cairo_pattern_t *pattern, cairo_extend_t extend), (pattern, extend))
FUNCTION(cairo, void, cairo_pattern_set_filter, (cairo_pattern_t *pattern, cairo_filter_t filter), (pattern, filter))
FUNCTION(cairo, void, cairo_pattern_set_matrix, (cairo_pattern_t *pattern, const cairo_matrix_t *matrix), (pattern, matrix))
FUNCTION(cairo, void, cairo_rectangle,
         (cairo_t *cr, double x, double y, double width, double height),
         (cr, x, y, width, height))
FUNCTION(cairo, void, cairo_reset_clip, (cairo_t *cr), (cr))
FUNCTION(cairo, void, cairo_set_antialias, (cairo_t *cr, cairo_antialias_t antialias), (cr, antialias))
FUNCTION(cairo, void, cairo_set_dash,
         (cairo_t *cr, const double *dashes, int num_dashes, double offset),
         (cr, dashes, num_dashes, offset))
FUNCTION(cairo, void, cairo_set_fill_rule, (cairo_t *cr, cairo_fill_rule_t fill_rule), (cr, fill_rule))
FUNCTION(cairo, void, cairo_set_line_cap, (cairo_t *cr, cairo_line_cap_t line_cap), (cr, line_cap))
FUNCTION(cairo, void, cairo_set_line_join, (cairo_t *cr, cairo_line_join_t line_join), (cr, line_join))
FUNCTION(cairo, void, cairo_set_line_width, (cairo_t *cr, double width), (cr, width))
FUNCTION(cairo, void, cairo_set_matrix, (cairo_t *cr, const cairo_matrix_t *matrix), (cr, matrix))
FUNCTION(cairo, void, cairo_set_miter_limit, (cairo_t *cr, double limit), (cr, limit))
FUNCTION(cairo, void, cairo_set_operator, (cairo_t *cr, cairo_operator_t op), (cr, op))
FUNCTION(cairo, void, cairo_set_source, (cairo_t *cr, cairo_pattern_t *source), (cr, source))
FUNCTION(cairo, void, cairo_set_tolerance, (cairo_t *cr, double tolerance), (cr, tolerance))
FUNCTION(cairo, cairo_status_t, cairo_status, (cairo_t *cr), (cr))
FUNCTION(cairo, void, cairo_stroke, (cairo_t *cr), (cr))
FUNCTION(cairo, void, cairo_surface_destroy, (cairo_surface_t *surface), (surface))
FUNCTION(cairo, void, cairo_surface_finish, (cairo_surface_t *surface), (surface))
FUNCTION(cairo, void, cairo_surface_flush, (cairo_surface_t *surface), (surface))
FUNCTION(cairo, void, cairo_surface_mark_dirty, (cairo_surface_t *surface), (surface))

#include "CMicaImageFiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

/* Writes PNG files with our own filters and libdeflate, which compresses two to four times as fast as zlib, to about
   the same size; with effort 1 with a packer of our own.

   All rows are filtered before compression, because libdeflate compresses the picture as a whole. The filter of a
   row is the one with the least sum of absolute values of its bytes as signed numbers (the PNG specification's
   heuristic, 12.8); with the least efforts only of those that cost least. The loops have no branches, so that compilers vectorize
   them; png_filters.c has them by hand for x86. */

enum { FILTERS = 5, QUICK_FILTERS = 3, SIGNATURE_BYTES = 8 };

static void fail(struct mica_codec_error *error, const char *message) {
    strncpy(error->message, message, sizeof error->message - 1);
    error->message[sizeof error->message - 1] = 0;
    error->offset = 0;
}

/* The red, green and blue of a pixel as the lowest three bytes, in the file's order. */
static uint32_t turned(uint32_t pixel) { return __builtin_bswap32(pixel) >> 8; }

/* Writes the bytes of a row in the file's format. */
static void put_row(const uint32_t *restrict pixels, uint32_t width, int opaque, uint8_t *restrict row) {
    size_t x = 0;
    if (opaque) {
        /* Four pixels are three words: bytes one by one take three times as long. */
        for (; x + 4 <= width; x += 4) {
            uint32_t a = turned(pixels[x]), b = turned(pixels[x + 1]), c = turned(pixels[x + 2]), d = turned(pixels[x + 3]);
            uint32_t words[3] = {a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8};
            memcpy(row + 3 * x, words, sizeof words);
        }
        for (; x < width; x++) {
            row[3 * x] = (uint8_t)(pixels[x] >> 16);
            row[3 * x + 1] = (uint8_t)(pixels[x] >> 8);
            row[3 * x + 2] = (uint8_t)pixels[x];
        }
    } else {
        for (; x < width; x++) {
            row[4 * x] = (uint8_t)(pixels[x] >> 16);
            row[4 * x + 1] = (uint8_t)(pixels[x] >> 8);
            row[4 * x + 2] = (uint8_t)pixels[x];
            row[4 * x + 3] = (uint8_t)(pixels[x] >> 24);
        }
    }
}

static uint8_t *put_number(uint8_t *at, uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) *at++ = (uint8_t)(number >> shift);
    return at;
}

/* Deflate of the least effort: runs of equal bytes, and codes of few bits for frequent ones. Filtered rows consist of runs
   and of noise, in which searching for other repetitions takes most of the time and finds little.

   *Source*: RFC 1951. */

enum { SYMBOLS = 286, END = 256, LONGEST_CODE = 15, LONGEST_RUN = 258, BLOCK = 1 << 17, ORDERED = 19 };

struct bits {
    uint8_t *at;
    uint64_t held;
    unsigned count;
};

/* Adds up to 32 bits. Eight bytes are written from `at` on, of which only whole ones count. */
static void put_bits(struct bits *bits, uint32_t value, unsigned count) {
    bits->held |= (uint64_t)value << bits->count;
    bits->count += count;
    for (int byte = 0; byte < 8; byte++) bits->at[byte] = (uint8_t)(bits->held >> (8 * byte));
    bits->at += bits->count >> 3;
    bits->held >>= bits->count & ~7u;
    bits->count &= 7;
}

/* The symbol of a run's length, its further bits and their number. RFC 1951, 3.2.5. */
static unsigned run_symbol(unsigned length, unsigned *further, unsigned *count) {
    if (length == LONGEST_RUN) {
        *count = 0;
        return 285;
    }
    unsigned from = length - 3;
    if (from < 8) {
        *count = 0;
        return 257 + from;
    }
    unsigned extra = 29 - (unsigned)__builtin_clz(from);
    *further = from & ((1u << extra) - 1);
    *count = extra;
    return 257 + 4 * (extra + 1) + (from >> extra) - 4;
}

/* The lengths of codes for frequencies: shorter ones for frequent symbols, none for those that do not occur, the longest of
   `most` bits. */
static void measure_codes(const uint32_t *frequencies, unsigned count, unsigned most, uint8_t *lengths) {
    uint16_t order[SYMBOLS];
    uint32_t weight[2 * SYMBOLS];
    uint16_t parent[2 * SYMBOLS];
    uint8_t depth[2 * SYMBOLS];
    unsigned used = 0;
    memset(lengths, 0, count);
    for (unsigned symbol = 0; symbol < count; symbol++) {
        if (!frequencies[symbol]) continue;
        unsigned place = used++;
        for (; place > 0 && frequencies[order[place - 1]] > frequencies[symbol]; place--) order[place] = order[place - 1];
        order[place] = (uint16_t)symbol;
    }
    if (used < 3) {
        for (unsigned i = 0; i < used; i++) lengths[order[i]] = 1;
        return;
    }
    /* Huffman's tree by two queues: leaves in order, and inner nodes in the order in which they are made. */
    unsigned leaf = 0, inner = used, made = used;
    for (unsigned i = 0; i < used; i++) weight[i] = frequencies[order[i]];
    while (made < 2 * used - 1) {
        uint32_t sum = 0;
        for (int child = 0; child < 2; child++) {
            unsigned least = leaf < used && (inner >= made || weight[leaf] <= weight[inner]) ? leaf++ : inner++;
            sum += weight[least];
            parent[least] = (uint16_t)made;
        }
        weight[made++] = sum;
    }
    unsigned at_depth[LONGEST_CODE + 1] = {0};
    depth[made - 1] = 0;
    /* Codes that are too long become as long as allowed, and others longer, until the codes' room is exactly full. */
    uint32_t room = 0;
    for (unsigned node = made - 1; node-- > 0;) {
        unsigned deep = depth[parent[node]] + 1u;
        depth[node] = (uint8_t)deep;
        if (node < used) at_depth[deep < most ? deep : most]++;
    }
    for (unsigned deep = 1; deep <= most; deep++) room += at_depth[deep] << (most - deep);
    while (room > 1u << most) {
        unsigned deep = most - 1;
        while (!at_depth[deep]) deep--;
        at_depth[deep]--;
        at_depth[deep + 1] += 2;
        at_depth[most]--;
        room--;
    }
    /* The rarest symbols get the longest codes. */
    unsigned next = 0;
    for (unsigned deep = most; deep > 0; deep--) {
        for (unsigned i = 0; i < at_depth[deep]; i++) lengths[order[next++]] = (uint8_t)deep;
    }
}

/* The codes of lengths, with the first bit lowest. RFC 1951, 3.2.2. */
static void make_codes(const uint8_t *lengths, unsigned count, uint16_t *codes) {
    unsigned at_length[LONGEST_CODE + 1] = {0}, next[LONGEST_CODE + 2] = {0};
    for (unsigned i = 0; i < count; i++) at_length[lengths[i]]++;
    at_length[0] = 0;
    for (unsigned length = 1; length <= LONGEST_CODE; length++) next[length + 1] = (next[length] + at_length[length]) << 1;
    for (unsigned i = 0; i < count; i++) {
        unsigned code = next[lengths[i]]++, turned = 0;
        for (unsigned bit = 0; bit < lengths[i]; bit++) turned |= (code >> bit & 1) << (lengths[i] - 1 - bit);
        codes[i] = (uint16_t)turned;
    }
}

/* Writes the lengths of the codes of a block. RFC 1951, 3.2.7. */
static void put_lengths(struct bits *bits, const uint8_t *lengths) {
    static const uint8_t places[ORDERED] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    /* The last one is that of the only distance. */
    uint8_t all[SYMBOLS + 1], symbols[SYMBOLS + 1], further[SYMBOLS + 1];
    unsigned count = 0;
    memcpy(all, lengths, SYMBOLS);
    all[SYMBOLS] = 1;
    for (unsigned i = 0; i <= SYMBOLS;) {
        unsigned run = 1, most = all[i] ? 1 : 138;
        while (run < most && i + run <= SYMBOLS && all[i + run] == all[i]) run++;
        if (all[i] || run < 3) {
            symbols[count] = all[i];
            run = 1;
        } else {
            symbols[count] = run < 11 ? 17 : 18;
            further[count] = (uint8_t)(run - (run < 11 ? 3 : 11));
        }
        count++;
        i += run;
    }
    uint32_t frequencies[ORDERED] = {0};
    uint8_t own[ORDERED];
    uint16_t codes[ORDERED];
    for (unsigned i = 0; i < count; i++) frequencies[symbols[i]]++;
    measure_codes(frequencies, ORDERED, 7, own);
    make_codes(own, ORDERED, codes);
    unsigned shown = ORDERED;
    while (shown > 4 && !own[places[shown - 1]]) shown--;
    put_bits(bits, SYMBOLS - 257, 5);
    put_bits(bits, 0, 5);
    put_bits(bits, shown - 4, 4);
    for (unsigned i = 0; i < shown; i++) put_bits(bits, own[places[i]], 3);
    for (unsigned i = 0; i < count; i++) {
        put_bits(bits, codes[symbols[i]], own[symbols[i]]);
        if (symbols[i] == 17) put_bits(bits, further[i], 3);
        if (symbols[i] == 18) put_bits(bits, further[i], 7);
    }
}

/* How often the byte before a place is repeated from there on. */
static unsigned run_at(const uint8_t *bytes, size_t place, size_t end) {
    size_t most = end - place < LONGEST_RUN ? end - place : LONGEST_RUN, length = 0;
    uint64_t same = 0x0101010101010101u * bytes[place - 1], next;
    while (length + 8 <= most) {
        memcpy(&next, bytes + place + length, 8);
        if (next != same) return (unsigned)(length + ((unsigned)__builtin_ctzll(next ^ same) >> 3));
        length += 8;
    }
    while (length < most && bytes[place + length] == bytes[place - 1]) length++;
    return (unsigned)length;
}

/* Writes a block of at most BLOCK bytes. `items` has room for as many: bytes, and 256 and a run's length. */
static void put_block(struct bits *bits, const uint8_t *bytes, size_t start, size_t end, int is_last, uint16_t *items) {
    uint32_t frequencies[SYMBOLS] = {0};
    unsigned count = 0, further = 0, extra;
    for (size_t i = start; i < end;) {
        unsigned run = i > 0 && bytes[i] == bytes[i - 1] ? run_at(bytes, i, end) : 0;
        if (run < 3) {
            items[count++] = bytes[i];
            frequencies[bytes[i++]]++;
        } else {
            items[count++] = (uint16_t)(256 + run);
            frequencies[run_symbol(run, &further, &extra)]++;
            i += run;
        }
    }
    frequencies[END] = 1;
    uint8_t lengths[SYMBOLS];
    uint16_t codes[SYMBOLS];
    measure_codes(frequencies, SYMBOLS, LONGEST_CODE, lengths);
    make_codes(lengths, SYMBOLS, codes);
    put_bits(bits, is_last ? 5 : 4, 3);
    put_lengths(bits, lengths);
    for (unsigned i = 0; i < count; i++) {
        unsigned symbol = items[i];
        if (symbol < 256) {
            put_bits(bits, codes[symbol], lengths[symbol]);
        } else {
            symbol = run_symbol(symbol - 256, &further, &extra);
            put_bits(bits, codes[symbol], lengths[symbol]);
            /* And the only distance's code, one bit: the byte before. */
            if (extra) put_bits(bits, further, extra);
            put_bits(bits, 0, 1);
        }
    }
    put_bits(bits, codes[END], lengths[END]);
}

/* The most bytes that `pack_runs` writes: 15 bits a byte, its blocks' codes, and those behind the last bit. */
static size_t runs_bound(size_t count) { return count * 2 + (count / BLOCK + 1) * 512 + 16; }

/* Packs bytes as a zlib stream of runs. Returns its length; 0 without memory. *Source*: RFC 1950. */
static size_t pack_runs(const uint8_t *bytes, size_t count, uint8_t *out) {
    uint16_t *items = malloc(BLOCK * sizeof *items);
    if (!items) return 0;
    out[0] = 0x78;
    out[1] = 0x01;
    struct bits bits = {out + 2, 0, 0};
    size_t start = 0;
    do {
        size_t end = count - start > BLOCK ? start + BLOCK : count;
        put_block(&bits, bytes, start, end, end == count, items);
        start = end;
    } while (start < count);
    free(items);
    if (bits.count) put_bits(&bits, 0, 8 - bits.count);
    return (size_t)(put_number(bits.at, libdeflate_adler32(1, bytes, count)) - out);
}

/* Completes a chunk whose data are already at `at + 8`. */
static uint8_t *put_chunk(uint8_t *at, const char *name, size_t count) {
    put_number(at, (uint32_t)count);
    memcpy(at + 4, name, 4);
    return put_number(at + 8 + count, libdeflate_crc32(0, at + 4, count + 4));
}

/* Filters all rows into `filtered`, each after the number of its filter, by the best of the first `filters`. */
static int put_rows(const uint32_t *pixels, uint32_t width, uint32_t height, int opaque, int filters, uint8_t *filtered) {
    size_t step = opaque ? 3 : 4, count = step * width;
    uint8_t *room = calloc(2, count + step);
    if (!room) return 0;
    uint8_t *row = room + step, *above = room + count + 2 * step;
    for (uint32_t y = 0; y < height; y++) {
        const uint32_t *line = pixels + (size_t)y * width;
        /* Large parts of most pictures are plain: a row equal to the row above needs no trial of filters. */
        if (y > 0 && memcmp(line, line - width, (size_t)width * 4) == 0) {
            *filtered = 2;
            memset(filtered + 1, 0, count);
            filtered += count + 1;
            continue;
        }
        put_row(line, width, opaque, row);
        *filtered = (uint8_t)mica_png_filter(row, above, count, step, filters, filtered + 1);
        filtered += count + 1;
        uint8_t *swap = row;
        row = above;
        above = swap;
    }
    free(room);
    return 1;
}

int mica_png_encode(const uint32_t *pixels, uint32_t width, uint32_t height, int opaque, int level, uint8_t **bytes,
                    size_t *count, struct mica_codec_error *error) {
    size_t raw = ((size_t)width * (opaque ? 3 : 4) + 1) * height;
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(level);
    size_t bound = level == 1 ? runs_bound(raw) : packer ? libdeflate_zlib_compress_bound(packer, raw) : 0;
    /* A chunk's length has 31 bits. */
    if (packer && bound > 0x7fffffff) {
        libdeflate_free_compressor(packer);
        fail(error, "the picture is too large for a PNG");
        return MICA_CODEC_SIZE;
    }
    uint8_t *filtered = malloc(raw);
    /* Signature, IHDR, sRGB, the picture, IEND. */
    uint8_t *file = malloc(SIGNATURE_BYTES + 25 + 13 + 12 + bound + 12);
    if (!packer || !filtered || !file || !put_rows(pixels, width, height, opaque, level < 2 ? QUICK_FILTERS : FILTERS, filtered)) {
        libdeflate_free_compressor(packer);
        free(filtered);
        free(file);
        fail(error, "no memory for the encoded file");
        return MICA_CODEC_MEMORY;
    }
    memcpy(file, "\x89PNG\r\n\x1a\n", SIGNATURE_BYTES);
    uint8_t *at = file + SIGNATURE_BYTES;
    uint8_t *data = put_number(put_number(at + 8, width), height);
    const uint8_t depth_and_type[5] = {8, opaque ? 2 : 6, 0, 0, 0};
    memcpy(data, depth_and_type, sizeof depth_and_type);
    at = put_chunk(at, "IHDR", 13);
    at[8] = 0; /* perceptual */
    at = put_chunk(at, "sRGB", 1);
    size_t packed =
        level == 1 ? pack_runs(filtered, raw, at + 8) : libdeflate_zlib_compress(packer, filtered, raw, at + 8, bound);
    libdeflate_free_compressor(packer);
    free(filtered);
    if (!packed) {
        free(file);
        fail(error, "no memory for the encoded file");
        return MICA_CODEC_MEMORY;
    }
    at = put_chunk(at, "IDAT", packed);
    at = put_chunk(at, "IEND", 0);
    *count = (size_t)(at - file);
    /* The bound exceeds the actual size; the rest is returned. */
    uint8_t *fitting = realloc(file, *count);
    *bytes = fitting ? fitting : file;
    return MICA_CODEC_OK;
}

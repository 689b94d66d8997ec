import CMicaCodecs
import Foundation
import MicaBase

/// The conversion from a file's colours to sRGB, from an ICC profile with curves and a matrix, or with a curve for
/// gray.
///
/// Profiles with tables (scanners, printers), of CMYK or of Lab, and profiles equivalent to sRGB are ignored: their
/// files' colours count as sRGB. Colours outside sRGB are clipped.
///
/// *Source*: ICC.1:2010 (profile version 4.3): 7.2 header, 8.3.3 and 8.4.3 matrix profiles, 10.5 curves, 10.15
/// parametric curves.
struct ColorProfile: Sendable {
    /// The light of each number of red, green and blue: 65,536 is full light.
    private let light: [[Int32]]
    /// The matrix from the profile's light to sRGB's light, row by row: 16,384 is 1.
    private let matrix: [Int32]

    /// The profile of a file; nil when its colours need no conversion.
    init?(of decoder: ImageDecoder) {
        guard let bytes = profileBytes(of: decoder) else { return nil }
        self.init(bytes)
    }

    /// Reads a profile; nil when it is unsupported, damaged, or equivalent to sRGB.
    init?(_ bytes: [UInt8]) {
        let tags = ProfileTags(bytes)
        guard tags.hasText("acsp", at: 36), tags.hasText("XYZ ", at: 20) else { return nil }
        if tags.hasText("GRAY", at: 16) {
            guard let curve = tags.curve("kTRC") else { return nil }
            (light, matrix) = ([curve, curve, curve], [16384, 0, 0, 0, 16384, 0, 0, 0, 16384])
        } else {
            guard tags.hasText("RGB ", at: 16), let red = tags.xyz("rXYZ"), let green = tags.xyz("gXYZ"),
                let blue = tags.xyz("bXYZ"), let r = tags.curve("rTRC"), let g = tags.curve("gTRC"),
                let b = tags.curve("bTRC")
            else { return nil }
            var rows: [Int32] = []
            for row in 0..<3 {
                for column in [red, green, blue] {
                    let sum = (0..<3).reduce(0.0) { $0 + Self.fromXYZ[row][$1] * column[$1] }
                    rows.append(Int32((min(max(sum, -8), 8) * 16384).rounded()))
                }
            }
            (light, matrix) = ([r, g, b], rows)
        }
        if meansSRGB { return nil }
    }

    /// The matrix from XYZ under D50, as in profiles, to sRGB's light.
    ///
    /// *Source*: the inverse of the primaries in the ICC's sRGB profile, adapted to D50 by Bradford.
    static let fromXYZ: [[Double]] = [
        [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540], [0.0719453, -0.2289914, 1.4052427],
    ]

    /// The sRGB number of each 16,384th of full light. *Source*: IEC 61966-2-1.
    private static let encoded: [UInt8] = (0...16_384).map { step in
        let v = Double(step) / 16_384
        let number = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055
        return UInt8((number * 255).rounded())
    }

    /// Whether the profile is equivalent to sRGB, except for rounding.
    private var meansSRGB: Bool {
        let steps: [UInt32] = [0, 32, 96, 160, 224, 255]
        for r in steps {
            for g in steps {
                for b in steps {
                    let word = 0xff00_0000 | r << 16 | g << 8 | b
                    let shown = converted(word)
                    for shift in [0, 8, 16] as [UInt32]
                    where abs(Int(word >> shift & 255) - Int(shown >> shift & 255)) > 1 { return false }
                }
            }
        }
        return true
    }

    /// Converts a pixel that is not premultiplied to sRGB.
    private func converted(_ word: UInt32) -> UInt32 {
        let r = Int(light[0][Int(word >> 16 & 255)])
        let g = Int(light[1][Int(word >> 8 & 255)])
        let b = Int(light[2][Int(word & 255)])
        func number(_ row: Int) -> UInt32 {
            let sum = Int(matrix[row * 3]) * r + Int(matrix[row * 3 + 1]) * g + Int(matrix[row * 3 + 2]) * b
            // The matrix has 14 fraction bits; 2 of the light's 16 bits are dropped.
            let step = min(max((sum + 1 << 15) >> 16, 0), 16_384)
            return UInt32(Self.encoded[step])
        }
        return word & 0xff00_0000 | number(0) << 16 | number(1) << 8 | number(2)
    }

    /// Converts a picture to sRGB.
    func inSRGB(_ bitmap: Bitmap) -> Bitmap {
        var result = bitmap
        var (last, known): (UInt32, UInt32) = (0, 0)
        var span = result.pixels.mutableSpan
        for index in 0..<span.count {
            let word = span[index]
            if word >> 24 == 0 { continue }
            if word != last { (last, known) = (word, premultiplied(converted(unpremultiplied(word)))) }
            span[index] = known
        }
        return result
    }
}

/// The tags of a profile.
struct ProfileTags {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func hasText(_ text: String, at offset: Int) -> Bool {
        offset + 4 <= bytes.count && bytes[offset..<offset + 4].elementsEqual(text.utf8)
    }

    /// A number of 32 bits; nil outside the profile.
    private func word(_ offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// A signed number with 16 fraction bits.
    private func fixed(_ offset: Int) -> Double? {
        word(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }

    /// The range of a tag; nil when it is missing or reaches outside the profile.
    private func range(_ name: String) -> Range<Int>? {
        guard let count = word(128), count <= 200 else { return nil }
        for entry in 0..<count where hasText(name, at: 132 + entry * 12) {
            guard let offset = word(136 + entry * 12), let size = word(140 + entry * 12), offset <= bytes.count,
                size <= bytes.count - offset
            else { return nil }
            return offset..<offset + size
        }
        return nil
    }

    /// The three XYZ numbers of a tag.
    func xyz(_ name: String) -> [Double]? {
        guard let range = range(name), range.count >= 20, hasText("XYZ ", at: range.lowerBound) else { return nil }
        let numbers = (0..<3).compactMap { fixed(range.lowerBound + 8 + $0 * 4) }
        return numbers.count == 3 ? numbers : nil
    }

    /// The light of each of 256 numbers: 65,536 is full light.
    func curve(_ name: String) -> [Int32]? {
        guard let range = range(name), range.count >= 12 else { return nil }
        let start = range.lowerBound
        let value: (Double) -> Double
        if hasText("curv", at: start) {
            guard let count = word(start + 8), count <= (range.count - 12) / 2 else { return nil }
            func entry(_ index: Int) -> Double {
                Double(Int(bytes[start + 12 + index * 2]) << 8 | Int(bytes[start + 13 + index * 2]))
            }
            switch count {
            case 0: value = { $0 }
            case 1:
                let gamma = entry(0) / 256
                value = { pow($0, gamma) }
            default:
                value = { x in
                    let position = x * Double(count - 1)
                    let low = min(Int(position), count - 2)
                    return (entry(low) + (entry(low + 1) - entry(low)) * (position - Double(low))) / 65535
                }
            }
        } else if hasText("para", at: start) {
            guard let made = parametric(range) else { return nil }
            value = made
        } else {
            return nil
        }
        return (0..<256).map { number in
            let v = value(Double(number) / 255)
            return v.isNaN ? 0 : Int32((min(max(v, 0), 1) * 65536).rounded())
        }
    }

    private func parametric(_ range: Range<Int>) -> ((Double) -> Double)? {
        let kind = Int(bytes[range.lowerBound + 8]) << 8 | Int(bytes[range.lowerBound + 9])
        let counts = [1, 3, 4, 5, 7]
        guard kind < counts.count, range.count >= 12 + counts[kind] * 4 else { return nil }
        let p = (0..<counts[kind]).compactMap { fixed(range.lowerBound + 12 + $0 * 4) }
        guard p.count == counts[kind] else { return nil }
        switch kind {
        case 0: return { pow($0, p[0]) }
        case 1: return { $0 >= -p[2] / p[1] ? pow(p[1] * $0 + p[2], p[0]) : 0 }
        case 2: return { $0 >= -p[2] / p[1] ? pow(p[1] * $0 + p[2], p[0]) + p[3] : p[3] }
        case 3: return { $0 >= p[4] ? pow(p[1] * $0 + p[2], p[0]) : p[3] * $0 }
        default: return { $0 >= p[4] ? pow(p[1] * $0 + p[2], p[0]) + p[5] : p[3] * $0 + p[6] }
        }
    }
}

/// The bytes of a file's profile; nil when there is no readable profile.
private func profileBytes(of decoder: ImageDecoder) -> [UInt8]? {
    switch decoder.header.format {
    case .png: pngProfile(decoder.bytes)
    case .jpeg: jpegProfile(decoder.bytes)
    case .webp: webpProfile(decoder.bytes)
    case .gif: nil
    }
}

private func pngProfile(_ bytes: [UInt8]) -> [UInt8]? {
    let reader = ByteReader(bytes: bytes, format: .png)
    // Most files have no profile: this check avoids the library.
    var (offset, isThere) = (8, false)
    while !isThere, reader.contains(offset, 12), !reader.hasText("IDAT", at: offset + 4) {
        isThere = reader.hasText("iCCP", at: offset + 4)
        guard let length = try? reader.bigEndian(offset, 4) else { return nil }
        offset += length + 12
    }
    guard isThere else { return nil }
    var made: UnsafeMutablePointer<UInt8>?
    var (size, failure) = (0, mica_codec_error())
    let code = unsafe bytes.withUnsafeBufferPointer {
        unsafe mica_png_profile($0.baseAddress, $0.count, &made, &size, &failure)
    }
    guard let profile = unsafe made else { return nil }
    defer { unsafe mica_free(profile) }
    return unsafe code == Int32(MICA_CODEC_OK) ? Array(UnsafeBufferPointer(start: profile, count: size)) : nil
}

/// Joins the parts of a profile in segments of up to 64 KB.
///
/// *Source*: ICC.1:2010, annex B.4.
private func jpegProfile(_ bytes: [UInt8]) -> [UInt8]? {
    let reader = ByteReader(bytes: bytes, format: .jpeg)
    var parts: [Int: Range<Int>] = [:]
    var offset = 2
    while reader.contains(offset, 4), bytes[offset] == 0xff {
        let marker = bytes[offset + 1]
        if marker == 0xff {
            offset += 1
            continue
        }
        if marker == 0x01 || 0xd0...0xd7 ~= marker {
            offset += 2
            continue
        }
        if marker == 0xd9 || marker == 0xda { break }
        guard let length = try? reader.bigEndian(offset + 2, 2), length >= 2, reader.contains(offset, length + 2) else {
            break
        }
        if marker == 0xe2, length >= 16, reader.hasText("ICC_PROFILE\0", at: offset + 4) {
            parts[Int(bytes[offset + 16])] = offset + 18..<offset + 2 + length
        }
        offset += length + 2
    }
    guard !parts.isEmpty else { return nil }
    return parts.keys.sorted().reduce(into: []) { $0 += bytes[parts[$1] ?? 0..<0] }
}

private func webpProfile(_ bytes: [UInt8]) -> [UInt8]? {
    let reader = ByteReader(bytes: bytes, format: .webp)
    var offset = 12
    while reader.contains(offset, 8) {
        guard let length = try? reader.littleEndian(offset + 4, 4), reader.contains(offset + 8, length) else {
            return nil
        }
        if reader.hasText("ICCP", at: offset) { return Array(bytes[offset + 8..<offset + 8 + length]) }
        // The profile comes before the picture data.
        if !reader.hasText("VP8X", at: offset) { return nil }
        offset += 8 + length + length % 2
    }
    return nil
}

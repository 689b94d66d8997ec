/// The tags of EXIF's first directory for the display of a picture. A tag is nil when it is absent or not valid,
/// which is no error.
///
/// *Source*: Exif 2.32 section 4.6; TIFF 6.0 section 2.
struct ExifDirectory: Sendable, Equatable {
    /// Tag 0x0112.
    var orientation: ImageOrientation?
    /// Tags 0x011A and 0x011B. *Units*: pixels per `resolutionUnit`.
    var xResolution: Double?, yResolution: Double?
    /// Tag 0x0128: 2 is inches, the default; 3 is centimetres.
    var resolutionUnit: Int?

    /// Reads the directory from a range of a file that begins with the byte order; nil when there is none.
    init?(_ reader: ByteReader, in range: Range<Int>) {
        guard reader.contains(range.lowerBound, range.count), range.count >= 8 else { return nil }
        let start = range.lowerBound
        let isLittle = reader.hasText("II", at: start)
        guard isLittle || reader.hasText("MM", at: start) else { return nil }
        func number(_ offset: Int, _ length: Int) -> Int? {
            guard offset >= start, offset + length <= range.upperBound else { return nil }
            return isLittle ? try? reader.littleEndian(offset, length) : try? reader.bigEndian(offset, length)
        }
        func fraction(_ entry: Int) -> Double? {
            guard let valueOffset = number(entry + 8, 4), let numerator = number(start + valueOffset, 4),
                let denominator = number(start + valueOffset + 4, 4), numerator > 0, denominator > 0
            else { return nil }
            return Double(numerator) / Double(denominator)
        }
        guard number(start + 2, 2) == 42, let directory = number(start + 4, 4),
            let count = number(start + directory, 2)
        else { return nil }
        for index in 0..<count {
            let entry = start + directory + 2 + index * 12
            guard let tag = number(entry, 2) else { return }
            switch tag {
            case 0x0112: orientation = number(entry + 8, 2).flatMap(ImageOrientation.init(rawValue:))
            case 0x011a: xResolution = fraction(entry)
            case 0x011b: yResolution = fraction(entry)
            case 0x0128: resolutionUnit = number(entry + 8, 2)
            default: break
            }
        }
    }

    /// Reads the directory from the contents of an APP1 segment; nil when it is not EXIF.
    init?(_ reader: ByteReader, segment: Range<Int>) {
        guard reader.contains(segment.lowerBound, segment.count), segment.count >= 14,
            reader.hasText("Exif", at: segment.lowerBound)
        else { return nil }
        self.init(reader, in: segment.lowerBound + 6..<segment.upperBound)
    }

    /// The resolution, if both directions are present. *Units*: pixels per inch.
    var resolution: ImageResolution? {
        guard let xResolution, let yResolution else { return nil }
        let unit = resolutionUnit == 3 ? 2.54 : 1
        return ImageResolution(x: xResolution * unit, y: yResolution * unit)
    }
}

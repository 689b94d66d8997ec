/// How many pixels there are to an inch.
package struct ImageResolution: Sendable, Equatable {
    /// Across. *Units*: pixels per inch.
    package var x: Double
    /// Down. *Units*: pixels per inch.
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// What a file says about one of its frames.
package struct FrameMetadata: Sendable, Equatable {
    /// How long the frame is shown, as the file says. *Units*: seconds.
    package var duration: Double
    /// Whether all bytes that the frame needs are there.
    package var isComplete: Bool
}

/// All that can be told of a picture file without decoding pixels.
///
/// The file may still be growing: what is there is told, and what is whole. *Complexity*: one walk over the file's blocks.
package struct ImageMetadata: Sendable, Equatable {
    /// What the numbers of a stored pixel are.
    package enum ColorModel: Sendable { case gray, rgb, cmyk }

    /// A JFIF segment's numbers.
    package struct JFIF: Sendable, Equatable {
        /// The version, major and minor.
        package var majorVersion: Int, minorVersion: Int
        /// What the densities count: 0 nothing (they are a ratio), 1 pixels per inch, 2 pixels per centimetre.
        package var unit: Int
        /// The densities.
        package var xDensity: Int, yDensity: Int
    }

    /// A PNG's numbers beside the picture.
    package struct PNG: Sendable, Equatable {
        /// 0: rows in order, 1: Adam7.
        package var interlaceType: Int
        /// The exponent with which numbers become light, as the file says.
        package var gamma: Double?
        /// The rendering intent of a picture in sRGB.
        package var sRGBIntent: Int?
        /// The density; nil when the file does not say or means a ratio. *Units*: pixels per metre.
        package var xPixelsPerMeter: Int?, yPixelsPerMeter: Int?
    }

    /// Format, size, frames, alpha, and the orientation of JPEGs.
    package var header: ImageHeader
    /// The size of each stored number. *Units*: bits.
    package var depth = 8
    /// What the stored numbers are; a palette's colours are RGB.
    package var colorModel = ColorModel.rgb
    /// Whether stored pixels are indices into a palette.
    package var isIndexed = false
    /// The density of pixels, when the file states one.
    package var resolution: ImageResolution?
    /// The orientation, when the file states one.
    package var orientation: ImageOrientation?
    /// The frames; one for a still picture.
    package var frames: [FrameMetadata]
    /// Whether the file is made as an animation.
    package var isAnimation = false
    /// How often the animation plays, 0 for ever; nil when the file does not say.
    package var loopCount: Int?
    /// Whether the file came to the end that it states.
    package var isWhole: Bool
    /// Whether a GIF's frames can share a palette.
    package var hasGlobalPalette = false
    /// Whether a JPEG is progressive.
    package var isProgressive = false
    /// A JPEG's JFIF numbers.
    package var jfif: JFIF?
    /// A PNG's numbers.
    package var png: PNG?

    /// Reads a file, or the beginning of one.
    ///
    /// - Throws: `ImageError` when the bytes are in no known format, or end or break inside the header.
    package init(of bytes: [UInt8]) throws(ImageError) {
        let header = try ImageHeader(of: bytes)
        let reader = ByteReader(bytes: bytes, format: header.format)
        switch header.format {
        case .png: self = try readPNGMetadata(reader)
        case .jpeg: self = try readJPEGMetadata(reader, header)
        case .webp: self = try readWebPMetadata(reader, header)
        case .gif: self = try readGIFMetadata(reader)
        }
    }

    /// Makes metadata of a header, with one frame.
    init(_ header: ImageHeader, isWhole: Bool) {
        self.header = header
        self.isWhole = isWhole
        frames = [FrameMetadata(duration: 0, isComplete: isWhole)]
    }
}

private func readGIFMetadata(_ reader: ByteReader) throws(ImageError) -> ImageMetadata {
    let structure = try GIFStructure(reader)
    var metadata = ImageMetadata(structure.header, isWhole: structure.isWhole)
    metadata.isIndexed = true
    metadata.frames = structure.frames
    metadata.isAnimation = true
    metadata.loopCount = structure.loopCount
    metadata.hasGlobalPalette = structure.hasGlobalPalette
    return metadata
}

/// Walks over a PNG's chunks to its end.
private func readPNGMetadata(_ reader: ByteReader) throws(ImageError) -> ImageMetadata {
    let structure = try PNGStructure(reader)
    var metadata = ImageMetadata(structure.header, isWhole: false)
    metadata.depth = try reader.bigEndian(24, 1)
    let colour = try reader.bigEndian(25, 1)
    metadata.colorModel = colour == 0 || colour == 4 ? .gray : .rgb
    metadata.isIndexed = colour == 3
    var png = ImageMetadata.PNG(interlaceType: try reader.bigEndian(28, 1))
    var offset = 8
    while reader.contains(offset, 12) {
        let length = try reader.bigEndian(offset, 4)
        guard reader.contains(offset, length + 12) else { break }
        let data = offset + 8
        switch reader.letters(at: offset + 4) {
        case "pHYs" where length >= 9 && reader.bytes[data + 8] == 1:
            let (x, y) = (try reader.bigEndian(data, 4), try reader.bigEndian(data + 4, 4))
            (png.xPixelsPerMeter, png.yPixelsPerMeter) = (x, y)
            metadata.resolution = ImageResolution(x: Double(x) * 0.0254, y: Double(y) * 0.0254)
        case "gAMA" where length >= 4: png.gamma = Double(try reader.bigEndian(data, 4)) / 100_000
        case "sRGB" where length >= 1: png.sRGBIntent = Int(reader.bytes[data])
        case "eXIf":
            let exif = ExifDirectory(reader, in: data..<data + length)
            metadata.orientation = exif?.orientation
            metadata.resolution = metadata.resolution ?? exif?.resolution
        case "IEND": metadata.isWhole = true
        default: break
        }
        if metadata.isWhole { break }
        offset += length + 12
    }
    metadata.png = png
    metadata.frames[0].isComplete = metadata.isWhole
    if !structure.frames.isEmpty {
        metadata.isAnimation = true
        metadata.loopCount = structure.playCount
        metadata.frames = structure.frames.enumerated().map { index, frame in
            FrameMetadata(
                duration: frame.duration, isComplete: metadata.isWhole || index < structure.frames.count - 1)
        }
    }
    return metadata
}

/// Walks over a JPEG's segments, and over the compressed data to its end.
private func readJPEGMetadata(_ reader: ByteReader, _ header: ImageHeader) throws(ImageError) -> ImageMetadata {
    var metadata = ImageMetadata(header, isWhole: false)
    var exif: ExifDirectory?
    var offset = 2
    while reader.contains(offset, 2) {
        // Between markers are filling bytes, and after a scan's header compressed data, where 0xFF 0x00 is a byte 0xFF.
        guard reader.bytes[offset] == 0xff, ![0, 1, 0xff].contains(reader.bytes[offset + 1]),
            !(0xd0...0xd8).contains(reader.bytes[offset + 1])
        else {
            offset += 1
            continue
        }
        let marker = reader.bytes[offset + 1]
        if marker == 0xd9 {
            metadata.isWhole = true
            break
        }
        guard let length = try? reader.bigEndian(offset + 2, 2), length >= 2, reader.contains(offset, 2 + length)
        else { break }
        let data = offset + 4
        switch marker {
        case 0xc0...0xcf where marker != 0xc4 && marker != 0xc8 && marker != 0xcc && length >= 8:
            metadata.depth = Int(reader.bytes[data])
            let components = reader.bytes[data + 5]
            metadata.colorModel = components == 1 ? .gray : components == 4 ? .cmyk : .rgb
            metadata.isProgressive = marker & 3 == 2
        case 0xe0 where length >= 14 && reader.hasText("JFIF", at: data):
            metadata.jfif = ImageMetadata.JFIF(
                majorVersion: Int(reader.bytes[data + 5]), minorVersion: Int(reader.bytes[data + 6]),
                unit: Int(reader.bytes[data + 7]), xDensity: try reader.bigEndian(data + 8, 2),
                yDensity: try reader.bigEndian(data + 10, 2))
        case 0xe1:
            exif = exif ?? ExifDirectory(reader, segment: data..<offset + 2 + length)
        default: break
        }
        offset += 2 + length
    }
    metadata.orientation = exif?.orientation
    metadata.resolution = exif?.resolution
    if metadata.resolution == nil, let jfif = metadata.jfif, jfif.unit == 1 || jfif.unit == 2 {
        let unit = jfif.unit == 2 ? 2.54 : 1
        metadata.resolution = ImageResolution(x: Double(jfif.xDensity) * unit, y: Double(jfif.yDensity) * unit)
    }
    metadata.frames[0].isComplete = metadata.isWhole
    return metadata
}

/// Walks over a WebP's chunks. Its frames count as complete when the whole file is there, as the library decodes no part.
private func readWebPMetadata(_ reader: ByteReader, _ header: ImageHeader) throws(ImageError) -> ImageMetadata {
    let isWhole = try reader.littleEndian(4, 4) + 8 <= reader.count
    var metadata = ImageMetadata(header, isWhole: isWhole)
    guard reader.hasText("VP8X", at: 12) else { return metadata }
    metadata.isAnimation = reader.bytes[20] & 2 != 0
    var durations: [Double] = []
    var offset = 12
    while reader.contains(offset, 8) {
        let length = try reader.littleEndian(offset + 4, 4)
        let data = offset + 8
        if reader.contains(data, length) {
            if reader.hasText("ANIM", at: offset), length >= 6 {
                metadata.loopCount = try reader.littleEndian(data + 4, 2)
            } else if reader.hasText("ANMF", at: offset), length >= 16 {
                durations.append(Double(try reader.littleEndian(data + 12, 3)) / 1000)
            } else if reader.hasText("EXIF", at: offset) {
                let exif =
                    ExifDirectory(reader, segment: data..<data + length)
                    ?? ExifDirectory(reader, in: data..<data + length)
                metadata.orientation = exif?.orientation
                metadata.resolution = exif?.resolution
            }
        }
        offset += 8 + length + length & 1
    }
    metadata.frames = (0..<header.frameCount).map { index in
        FrameMetadata(duration: index < durations.count ? durations[index] : 0, isComplete: isWhole)
    }
    return metadata
}

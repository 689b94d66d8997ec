/// The density of pixels.
package struct ImageResolution: Sendable, Equatable {
    /// The horizontal density. *Units*: pixels per inch.
    package var x: Double
    /// The vertical density. *Units*: pixels per inch.
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// The metadata of a frame.
package struct FrameMetadata: Sendable, Equatable {
    /// The duration of the frame, as stored. *Units*: seconds.
    package var duration: Double
    /// Whether all bytes of the frame are present.
    package var isComplete: Bool
}

/// The metadata of a picture file, read without decoding pixels.
///
/// The file may be incomplete: the result describes the bytes so far, and tells which parts are complete.
/// *Complexity*: one pass over the file's blocks.
package struct ImageMetadata: Sendable, Equatable {
    /// The colour models of stored pixels.
    package enum ColorModel: Sendable { case gray, rgb, cmyk }

    /// The numbers of a JFIF segment.
    package struct JFIF: Sendable, Equatable {
        /// The version, major and minor.
        package var majorVersion: Int, minorVersion: Int
        /// The unit of the densities: 0 none (they are a ratio), 1 pixels per inch, 2 pixels per centimetre.
        package var unit: Int
        /// The densities.
        package var xDensity: Int, yDensity: Int
    }

    /// The properties of a PNG.
    package struct PNG: Sendable, Equatable {
        /// 0: not interlaced, 1: Adam7.
        package var interlaceType: Int
        /// The exponent from numbers to light, as stored.
        package var gamma: Double?
        /// The rendering intent of an sRGB picture.
        package var sRGBIntent: Int?
        /// The density; nil when it is absent or a ratio. *Units*: pixels per metre.
        package var xPixelsPerMeter: Int?, yPixelsPerMeter: Int?
    }

    /// Format, size, frames, alpha, and the orientation of JPEGs.
    package var header: ImageHeader
    /// The size of a stored component. *Units*: bits.
    package var depth = 8
    /// The colour model of stored pixels; for a palette, of its colours: RGB.
    package var colorModel = ColorModel.rgb
    /// Whether stored pixels are indices into a palette.
    package var isIndexed = false
    /// The density of pixels, if stored.
    package var resolution: ImageResolution?
    /// The orientation, if stored.
    package var orientation: ImageOrientation?
    /// The frames; one for a still picture.
    package var frames: [FrameMetadata]
    /// Whether the file is an animation.
    package var isAnimation = false
    /// How often the animation plays, 0 for ever; nil when no count is stored.
    package var loopCount: Int?
    /// Whether the file's proper end was reached.
    package var isWhole: Bool
    /// Whether a GIF has a palette for all frames.
    package var hasGlobalPalette = false
    /// Whether a JPEG is progressive.
    package var isProgressive = false
    /// The JFIF numbers of a JPEG.
    package var jfif: JFIF?
    /// The properties of a PNG.
    package var png: PNG?

    /// Reads a file, or its beginning.
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

    /// Makes metadata from a header, with one frame.
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

/// Reads a PNG's chunks to the end.
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

/// Reads a JPEG's segments and its compressed data to the end.
private func readJPEGMetadata(_ reader: ByteReader, _ header: ImageHeader) throws(ImageError) -> ImageMetadata {
    var metadata = ImageMetadata(header, isWhole: false)
    var exif: ExifDirectory?
    var offset = 2
    while reader.contains(offset, 2) {
        // There may be fill bytes between markers. In compressed data, after a scan's header, 0xFF 0x00 is the byte
        // 0xFF.
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

/// Reads a WebP's chunks. Frames count as complete when the whole file is present, because the library decodes no
/// partial file.
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

/// Reads a JPEG's size and EXIF orientation from its marker segments.
///
/// *Source*: ITU T.81 annex B; Exif 2.32 section 4.6 (tag 0x0112).
func readJPEGHeader(_ reader: ByteReader) throws(ImageError) -> ImageHeader {
    var offset = 2
    var orientation = ImageOrientation.up
    while true {
        guard try reader.bigEndian(offset, 1) == 0xff else { throw reader.malformed(at: offset, "no marker here") }
        let marker = try reader.bigEndian(offset + 1, 1)
        switch marker {
        case 0xff:
            offset += 1
            continue
        case 0x01, 0xd0...0xd7:
            offset += 2
            continue
        case 0xd9, 0xda:
            throw reader.malformed(at: offset, "the picture starts before its size is given")
        default:
            break
        }
        let length = try reader.bigEndian(offset + 2, 2)
        guard length >= 2 else { throw reader.malformed(at: offset + 2, "a segment of \(length) bytes") }
        switch marker {
        case 0xc0...0xcf where marker != 0xc4 && marker != 0xc8 && marker != 0xcc:
            let height = try reader.bigEndian(offset + 5, 2), width = try reader.bigEndian(offset + 7, 2)
            guard width > 0, height > 0 else {
                throw reader.malformed(at: offset + 5, "the image is \(width) x \(height) pixels")
            }
            return ImageHeader(format: .jpeg, width: width, height: height, hasAlpha: false, orientation: orientation)
        case 0xe1:
            let segment = offset + 4..<offset + 2 + length
            if let found = ExifDirectory(reader, segment: segment)?.orientation { orientation = found }
        default:
            break
        }
        offset += 2 + length
    }
}

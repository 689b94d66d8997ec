/// Metadata written beside a file's pixels.
package struct ImageAnnotations: Sendable, Equatable {
    /// The orientation of the stored picture; nil is not written.
    package var orientation: ImageOrientation?
    /// The resolution; nil is not written.
    package var resolution: ImageResolution?

    /// Makes annotations.
    package init(orientation: ImageOrientation? = nil, resolution: ImageResolution? = nil) {
        (self.orientation, self.resolution) = (orientation, resolution)
    }

    /// EXIF with only the orientation, from its byte order on.
    private func exif(_ orientation: ImageOrientation) -> [UInt8] {
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue)]
            + [0, 0, 0, 0, 0, 0]
    }

    /// Adds these annotations to a JPEG of `JPEGEncoder`: JFIF's density, and an EXIF segment after it.
    package func annotatingJPEG(_ file: [UInt8]) -> [UInt8] {
        guard file.count > 20, file[6..<10].elementsEqual("JFIF".utf8) else { return file }
        var result = file
        if let resolution {
            result[13] = 1
            for (offset, value) in [(14, resolution.x), (16, resolution.y)] {
                let whole = UInt16(min(max(value.rounded(), 1), 65_535))
                result[offset] = UInt8(whole >> 8)
                result[offset + 1] = UInt8(whole & 255)
            }
        }
        if let orientation {
            let contents = Array("Exif".utf8) + [0, 0] + exif(orientation)
            result.insert(contentsOf: [0xff, 0xe1, 0, UInt8(contents.count + 2)] + contents, at: 20)
        }
        return result
    }

    /// Adds these annotations to one of our PNGs, in chunks after the header.
    package func annotatingPNG(_ file: [UInt8]) -> [UInt8] {
        let headerEnd = 33
        guard file.count > headerEnd else { return file }
        var result = Array(file[..<headerEnd])
        if let resolution {
            var data: [UInt8] = []
            for value in [resolution.x, resolution.y] {
                let whole = UInt32(min(max((value / 0.0254).rounded(), 1), 2_147_483_647))
                data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: whole >> $0) }
            }
            appendChunk("pHYs", (data + [1])[...], to: &result)
        }
        if let orientation { appendChunk("eXIf", exif(orientation)[...], to: &result) }
        return result + file[headerEnd...]
    }
}

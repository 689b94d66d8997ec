import CLibGIF
import MicaBase

/// The input of giflib: bytes, and the number already read.
@unsafe private struct GIFSource {
    let file: UnsafeBufferPointer<UInt8>
    var offset = 0
}

/// The display parameters of a frame: a graphic control extension.
private struct GIFControl {
    var disposal = FrameDisposal.keep
    var duration = 0.0
    var transparentIndex = -1
}

extension ImageDecoder {
    /// Decodes a GIF's frames. The canvas begins transparent, whatever background the file states, as in browsers.
    func forEachGIFFrame(_ body: (ImageFrame) -> Bool) throws(ImageError) {
        let failure: ImageError? = unsafe bytes.withUnsafeBufferPointer { file in
            var source = unsafe GIFSource(file: file)
            return unsafe withUnsafeMutablePointer(to: &source) { source in
                var code: Int32 = 0
                let opened = unsafe DGifOpen(
                    source,
                    { gif, room, count in
                        guard let gif = unsafe gif, let room = unsafe room, count > 0,
                            let source = unsafe gif.pointee.UserData?.assumingMemoryBound(to: GIFSource.self)
                        else { return 0 }
                        let left = unsafe source.pointee.file.count - source.pointee.offset
                        let given = min(Int(count), left)
                        guard given > 0, let base = unsafe source.pointee.file.baseAddress else { return 0 }
                        unsafe room.update(from: base + source.pointee.offset, count: given)
                        unsafe source.pointee.offset += given
                        return Int32(given)
                    }, &code)
                guard let gif = unsafe opened else { return unsafe gifError(code, source) }
                defer { unsafe _ = DGifCloseFile(gif, nil) }
                do throws(GIFFailure) {
                    try unsafe readFrames(gif, body)
                    return nil
                } catch {
                    switch error {
                    case .library: return unsafe gifError(gif.pointee.Error, source)
                    case .damage(let reason):
                        return unsafe ImageError(
                            .malformed, format: .gif, offset: source.pointee.offset, reason: reason)
                    }
                }
            }
        }
        if let failure { throw failure }
    }

    private func gifError(_ code: Int32, _ source: UnsafeMutablePointer<GIFSource>) -> ImageError {
        let offset = unsafe source.pointee.offset
        let reason = unsafe GifErrorString(code).map { unsafe String(cString: $0) } ?? "the file is damaged"
        let isAtEnd = unsafe offset >= source.pointee.file.count
        return ImageError(isAtEnd ? .truncated : .malformed, format: .gif, offset: offset, reason: reason)
    }

    /// Reads records, and draws each frame on the canvas.
    private func readFrames(
        _ gif: UnsafeMutablePointer<GifFileType>, _ body: (ImageFrame) -> Bool
    ) throws(GIFFailure) {
        var canvas = Bitmap(width: header.width, height: header.height)
        var control = GIFControl()
        while true {
            var record = UNDEFINED_RECORD_TYPE
            try unsafe check(DGifGetRecordType(gif, &record))
            switch record {
            case EXTENSION_RECORD_TYPE:
                var code: Int32 = 0
                var block: UnsafeMutablePointer<UInt8>?
                try unsafe check(DGifGetExtension(gif, &code, &block))
                if code == GRAPHICS_EXT_FUNC_CODE, let block = unsafe block, unsafe block[0] >= 4 {
                    control = unsafe GIFControl(block)
                }
                while unsafe block != nil { try unsafe check(DGifGetExtensionNext(gif, &block)) }
            case IMAGE_DESC_RECORD_TYPE:
                try unsafe check(DGifGetImageDesc(gif))
                let before = control.disposal == .restorePrevious ? canvas : nil
                try unsafe draw(gif, on: &canvas, transparentIndex: control.transparentIndex)
                if !body(ImageFrame(bitmap: canvas, duration: control.duration)) { return }
                let image = unsafe gif.pointee.Image
                switch control.disposal {
                case .keep: break
                case .clear:
                    unsafe canvas.clear(
                        x: Int(image.Left), y: Int(image.Top), width: Int(image.Width), height: Int(image.Height))
                case .restorePrevious: canvas = before ?? canvas
                }
                control = GIFControl()
            case TERMINATE_RECORD_TYPE:
                return
            default:
                throw .damage("a block of no known kind")
            }
        }
    }

    /// Decodes the current image onto the canvas, line by line; parts outside are ignored.
    private func draw(
        _ gif: UnsafeMutablePointer<GifFileType>, on canvas: inout Bitmap, transparentIndex: Int
    ) throws(GIFFailure) {
        let image = unsafe gif.pointee.Image
        let (left, top) = unsafe (Int(image.Left), Int(image.Top))
        let (width, height) = unsafe (Int(image.Width), Int(image.Height))
        guard width > 0, height > 0 else { throw .damage("a frame of \(width) x \(height) pixels") }
        guard width * height <= limits.maximumPixels else {
            throw .damage("a frame of \(width) x \(height) pixels is over the limit")
        }
        guard let map = unsafe image.ColorMap ?? gif.pointee.SColorMap, let colours = unsafe map.pointee.Colors else {
            throw .damage("a frame without a colour table")
        }
        let palette = (0..<Int(unsafe map.pointee.ColorCount)).map { index in
            let colour = unsafe colours[index]
            return 0xff00_0000 | UInt32(colour.Red) << 16 | UInt32(colour.Green) << 8 | UInt32(colour.Blue)
        }
        var line = [UInt8](repeating: 0, count: width)
        let isInterlaced = unsafe image.Interlace
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        for (first, step) in passes {
            for row in stride(from: first, to: height, by: step) {
                let code = unsafe line.withUnsafeMutableBufferPointer { room in
                    unsafe DGifGetLine(gif, room.baseAddress, Int32(width))
                }
                try check(code)
                let y = top + row
                guard y < canvas.height else { continue }
                for column in 0..<max(min(width, canvas.width - left), 0) {
                    let index = Int(line[column])
                    if index != transparentIndex, index < palette.count {
                        canvas.pixels[y * canvas.width + left + column] = palette[index]
                    }
                }
            }
        }
    }

    private func check(_ code: Int32) throws(GIFFailure) {
        if code != GIF_OK { throw .library }
    }
}

/// The reason that reading a GIF stopped, found by giflib or here.
private enum GIFFailure: Error {
    case library
    case damage(String)
}

extension GIFControl {
    /// Reads a graphic control extension's block. Its first byte is its length, which must be at least 4.
    fileprivate init(_ block: UnsafeMutablePointer<UInt8>) {
        let flags = unsafe block[1]
        switch flags >> 2 & 7 {
        case 2: disposal = .clear
        case 3: disposal = .restorePrevious
        default: disposal = .keep
        }
        duration = Double(unsafe Int(block[2]) | Int(block[3]) << 8) / 100
        if flags & 1 != 0 { transparentIndex = Int(unsafe block[4]) }
    }
}

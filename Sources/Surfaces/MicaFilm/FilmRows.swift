import CLibAV

/// Converts YUV planes to pixels, row by row. `Sample` is the type of a plane's numbers.
@safe struct FilmRows<Sample: FixedWidthInteger & UnsignedInteger> {
    private let picture: UnsafeMutablePointer<AVFrame>
    let planes: mica_av_planes
    let color: FilmColor
    /// The position of chroma samples relative to the pixels that they cover: 0 at the first pixel, 1 in the middle,
    /// 2 at the last. Horizontally and vertically.
    let across: Int
    let down: Int
    /// The tone mapping of high dynamic range; nil for other pictures.
    let tone: FilmToneMap?

    init(_ picture: UnsafeMutablePointer<AVFrame>, _ planes: mica_av_planes, _ color: FilmColor) {
        (unsafe self.picture, self.planes, self.color) = (unsafe picture, planes, color)
        tone = unsafe FilmToneMap(picture.pointee.color_trc, picture.pointee.color_primaries)
        // *Source*: pixfmt.h: in MPEG-2 and later, chroma of 4:2:0 and 4:2:2 is at the left; in MPEG-1 and JPEG, in
        // the middle.
        (across, down) =
            switch unsafe picture.pointee.chroma_location {
            case AVCHROMA_LOC_CENTER: (1, 1)
            case AVCHROMA_LOC_TOPLEFT: (0, 0)
            case AVCHROMA_LOC_TOP: (1, 0)
            case AVCHROMA_LOC_BOTTOMLEFT: (0, 2)
            case AVCHROMA_LOC_BOTTOM: (1, 2)
            default: (0, 1)
            }
    }

    /// Writes 0xAARRGGBB pixels that are not premultiplied.
    func convert(into pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int) {
        let scratch = UnsafeMutablePointer<Float>.allocate(capacity: 3 * width + 8)
        defer { unsafe scratch.deallocate() }
        let (u, v, line) = unsafe (scratch, scratch + width, scratch + 2 * width)
        if planes.has_chroma == 0 { unsafe scratch.update(repeating: color.middle, count: 2 * width) }
        for y in 0..<height {
            if planes.has_chroma != 0 {
                unsafe chroma(1, y, width, height, into: u, line)
                unsafe chroma(2, y, width, height, into: v, line)
            }
            if let tone {
                unsafe mix(row(0, y), u, v, tone, into: pixels + y * width, width)
            } else {
                unsafe mix(row(0, y), u, v, into: pixels + y * width, width)
            }
            if planes.alpha != 0 { unsafe addAlpha(row(Int(planes.alpha), y), to: pixels + y * width, width) }
        }
    }

    /// A row of a plane.
    func row(_ plane: Int, _ y: Int) -> UnsafePointer<Sample> {
        let (data, stride) =
            switch plane {
            case 0: unsafe (picture.pointee.data.0, picture.pointee.linesize.0)
            case 1: unsafe (picture.pointee.data.1, picture.pointee.linesize.1)
            case 2: unsafe (picture.pointee.data.2, picture.pointee.linesize.2)
            default: unsafe (picture.pointee.data.3, picture.pointee.linesize.3)
            }
        // `hasPlanes` has checked that the planes exist.
        return unsafe UnsafeRawPointer(data! + y * Int(stride)).assumingMemoryBound(to: Sample.self)
    }

    /// The position of a pixel between chroma samples: the sample before it, and the fraction of the next one.
    func location(_ pixel: Int, log: Int32, siting: Int, count: Int) -> (sample: Int, next: Float) {
        if log == 0 { return (pixel, 0) }
        let size = 1 << Int(log)
        // The position of the first sample, in half pixels from the first pixel.
        let first = siting * (size - 1)
        let halves = 2 * pixel - first
        let sample = Int((Double(halves) / Double(2 * size)).rounded(.down))
        let part = Float(halves - sample * 2 * size) / Float(2 * size)
        if sample < 0 { return (0, 0) }
        return sample + 1 < count ? (sample, part) : (count - 1, 0)
    }

    /// Interpolates a chroma plane for a row of pixels.
    private func chroma(
        _ plane: Int, _ y: Int, _ width: Int, _ height: Int, into target: UnsafeMutablePointer<Float>,
        _ line: UnsafeMutablePointer<Float>
    ) {
        let wide = -(-width >> Int(planes.chroma_x)), high = -(-height >> Int(planes.chroma_y))
        let (at, part) = location(y, log: planes.chroma_y, siting: down, count: high)
        let samples = planes.chroma_x == 0 ? unsafe target : unsafe line
        let upper = unsafe row(plane, at)
        if part == 0 {
            for x in 0..<wide { unsafe samples[x] = Float(Int32(truncatingIfNeeded: upper[x])) }
        } else {
            let lower = unsafe row(plane, at + 1)
            for x in 0..<wide {
                let a = unsafe Float(Int32(truncatingIfNeeded: upper[x])),
                    b = unsafe Float(Int32(truncatingIfNeeded: lower[x]))
                unsafe samples[x] = a + (b - a) * part
            }
        }
        if planes.chroma_x == 0 { return }
        if planes.chroma_x == 1, across < 2, width >= 4 {
            unsafe expand(line, wide, into: target, width)
        } else {
            for x in 0..<width {
                let (at, part) = location(x, log: planes.chroma_x, siting: across, count: wide)
                unsafe target[x] = part == 0 ? line[at] : line[at] + (line[at + 1] - line[at]) * part
            }
        }
    }

    /// Doubles the samples of a row, at the positions of `location`.
    private func expand(
        _ line: UnsafeMutablePointer<Float>, _ wide: Int, into target: UnsafeMutablePointer<Float>, _ width: Int
    ) {
        let pairs = width / 2
        if across == 0 {
            for x in 0..<pairs - 1 {
                unsafe target[2 * x] = line[x]
                unsafe target[2 * x + 1] = line[x] + (line[x + 1] - line[x]) * 0.5
            }
            unsafe target[2 * pairs - 2] = line[pairs - 1]
            unsafe target[2 * pairs - 1] =
                wide > pairs ? line[pairs - 1] + (line[pairs] - line[pairs - 1]) * 0.5 : line[pairs - 1]
            if width > 2 * pairs { unsafe target[width - 1] = line[wide - 1] }
        } else {
            unsafe target[0] = line[0]
            for x in 0..<wide - 1 {
                unsafe target[2 * x + 1] = line[x] + (line[x + 1] - line[x]) * 0.25
                if 2 * x + 2 < width { unsafe target[2 * x + 2] = line[x] + (line[x + 1] - line[x]) * 0.75 }
            }
            if width == 2 * wide { unsafe target[width - 1] = line[wide - 1] }
        }
    }

    /// Computes the pixels of a row, with full alpha.
    private func mix(
        _ luma: UnsafePointer<Sample>, _ u: UnsafeMutablePointer<Float>, _ v: UnsafeMutablePointer<Float>,
        into pixels: UnsafeMutablePointer<UInt32>, _ width: Int
    ) {
        let (scale, black, middle) = (color.luma, color.black, color.middle)
        let (redOfV, greenOfU, greenOfV, blueOfU) = (color.redOfV, color.greenOfU, color.greenOfV, color.blueOfU)
        for x in 0..<width {
            let y = (unsafe Float(Int32(truncatingIfNeeded: luma[x])) - black) * scale
            let (cb, cr) = unsafe (u[x] - middle, v[x] - middle)
            let red = Self.byte(y + redOfV * cr), blue = Self.byte(y + blueOfU * cb)
            let green = Self.byte(y + (greenOfU * cb + greenOfV * cr))
            unsafe pixels[x] = 0xff00_0000 | red << 16 | green << 8 | blue
        }
    }

    /// Computes the pixels of a row from high dynamic range, with full alpha.
    private func mix(
        _ luma: UnsafePointer<Sample>, _ u: UnsafeMutablePointer<Float>, _ v: UnsafeMutablePointer<Float>,
        _ tone: FilmToneMap, into pixels: UnsafeMutablePointer<UInt32>, _ width: Int
    ) {
        for x in 0..<width {
            let y = (unsafe Float(Int32(truncatingIfNeeded: luma[x])) - color.black) * color.luma
            let (cb, cr) = unsafe (u[x] - color.middle, v[x] - color.middle)
            let (red, green, blue) = tone.mapped(
                (y + color.redOfV * cr) / 255, (y + (color.greenOfU * cb + color.greenOfV * cr)) / 255,
                (y + color.blueOfU * cb) / 255)
            unsafe pixels[x] =
                0xff00_0000 | Self.byte(red * 255) << 16 | Self.byte(green * 255) << 8 | Self.byte(blue * 255)
        }
    }

    /// The nearest integer in 0...255.
    @inline(__always) private static func byte(_ value: Float) -> UInt32 {
        // At 1.5 * 2^23, the last bits of a Float are an integer, which the addition rounds.
        let limited = value < 0 ? 0 : value > 255 ? 255 : value
        return (limited + 12_582_912).bitPattern & 255
    }

    /// Sets the alpha of a row's pixels; the alpha plane has full range.
    private func addAlpha(_ alpha: UnsafePointer<Sample>, to pixels: UnsafeMutablePointer<UInt32>, _ width: Int) {
        let most = UInt32(1) << UInt32(planes.depth) - 1
        for x in 0..<width {
            let value = min(unsafe UInt32(truncatingIfNeeded: alpha[x]), most)
            let byte = most == 255 ? value : (value * 255 + most / 2) / most
            unsafe pixels[x] = byte << 24 | pixels[x] & 0x00ff_ffff
        }
    }
}

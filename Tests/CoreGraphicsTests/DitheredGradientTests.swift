import CoreGraphics
import MicaBase
import Testing

private func canvas(_ width: Int, _ height: Int) throws -> CGContext {
    let context = unsafe CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    return try #require(context)
}

private func gradient(_ greys: [CGFloat], alpha: CGFloat = 1) throws -> CGGradient {
    let colors = greys.map { CGColor(srgbRed: $0, green: $0, blue: $0, alpha: alpha) }
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    return try #require(unsafe CGGradient(colorsSpace: space, colors: colors as CFArray, locations: nil))
}

extension CGContext {
    fileprivate func bitmap() throws -> Bitmap { try #require(makeImage()).resource.bitmap() }
}

/// Gradients of opaque colours are dithered by Core Graphics' tile; `DitherTile` has the source.
@Suite struct DitheredGradientTests {
    private let both: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]

    @Test func values_between_levels_follow_the_ranks() throws {
        // 100.5 of 255: floor(100.5 + 1 - (rank + 0.5) / 16) is 101 for ranks below 8.
        let context = try canvas(32, 32)
        let even = try gradient([100.5 / 255, 100.5 / 255])
        context.drawLinearGradient(even, start: .zero, end: CGPoint(x: 32, y: 0), options: both)
        let picture = try context.bitmap()
        let rows = [
            [0, 5, 14, 9, 12, 4, 7, 1, 11, 6, 13, 8, 3, 15, 10, 2],
            [4, 12, 6, 0, 2, 11, 14, 5, 15, 9, 1, 7, 13, 3, 8, 10],
        ]
        for (y, ranks) in rows.enumerated() {
            for (x, rank) in ranks.enumerated() {
                let expected: UInt32 = rank < 8 ? 101 : 100
                #expect(picture[x, y] == 0xFF00_0000 | expected * 0x010101, "\(x) \(y)")
                #expect(picture[x + 16, y + 16] == picture[x, y])
            }
        }
    }

    @Test func linear_gradients_keep_their_way() throws {
        let context = try canvas(200, 4)
        let ramp = try gradient([0, 1])
        context.drawLinearGradient(ramp, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 180, y: 0), options: both)
        let picture = try context.bitmap()
        for x in [0, 10, 20, 60, 100, 140, 179, 190] {
            let expected = min(max((Double(x) + 0.5 - 20) / 160, 0), 1) * 255
            #expect(abs(Double(picture[x, 1] & 255) - expected) <= 1, "\(x)")
        }
        // Without options nothing lies beyond the ends.
        let open = try canvas(200, 4)
        open.drawLinearGradient(ramp, start: CGPoint(x: 20.5, y: 0), end: CGPoint(x: 180, y: 0), options: [])
        let part = try open.bitmap()
        #expect(part[19, 2] == 0 && part[180, 2] == 0 && part[21, 2] >> 24 == 255 && part[179, 2] >> 24 == 255)
        #expect((120...135).contains(part[20, 2] >> 24))
        let before = try canvas(200, 4)
        before.drawLinearGradient(
            ramp, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 180, y: 0), options: .drawsBeforeStartLocation)
        let left = try before.bitmap()
        #expect(left[0, 2] == 0xFF00_0000 && left[185, 2] == 0)
    }

    @Test func radial_gradients_keep_their_way() throws {
        let ramp = try gradient([0, 1]), middle = CGPoint(x: 50, y: 50)
        func drawn(_ first: CGFloat, _ last: CGFloat, _ options: CGGradientDrawingOptions) throws -> Bitmap {
            let context = try canvas(100, 100)
            context.drawRadialGradient(
                ramp, startCenter: middle, startRadius: first, endCenter: middle, endRadius: last, options: options)
            return try context.bitmap()
        }
        for (first, last) in [(0.0, 40.0), (10, 40), (40, 10), (40, 0)] {
            let picture = try drawn(CGFloat(first), CGFloat(last), both)
            for x in [50, 58, 65, 75, 85, 95] {
                let distance = ((Double(x) - 49.5) * (Double(x) - 49.5) + 0.25).squareRoot()
                let expected = min(max((distance - first) / (last - first), 0), 1) * 255
                #expect(
                    abs(Double(picture[x, 50] & 255) - expected) <= 1.1,
                    "\(first) \(last) \(x): \(picture[x, 50] & 255)")
            }
        }
        let ring = try drawn(10, 40, [])
        #expect(ring[50, 50] == 0 && ring[95, 50] == 0 && ring[70, 50] >> 24 == 255)
        #expect(try drawn(10, 40, .drawsBeforeStartLocation)[50, 50] == 0xFF00_0000)
        #expect(try drawn(10, 40, .drawsAfterEndLocation)[95, 50] == 0xFFFF_FFFF)
    }

    @Test func translucent_gradients_are_rounded() throws {
        let context = try canvas(32, 32)
        let even = try gradient([100.4 / 255, 100.4 / 255], alpha: 0.5)
        context.drawLinearGradient(even, start: .zero, end: CGPoint(x: 32, y: 0), options: both)
        #expect(Set(try context.bitmap().pixels).count == 1)
    }

    @Test func jumps_stay_sharp() throws {
        let colors = [0, 0, 1, 1].map { (v: CGFloat) in CGColor(srgbRed: v, green: v, blue: v, alpha: 1) }
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let locations: [CGFloat] = [0, 0.5, 0.5, 1]
        let sharp = try #require(
            unsafe locations.withUnsafeBufferPointer {
                unsafe CGGradient(colorsSpace: space, colors: colors as CFArray, locations: $0.baseAddress)
            })
        let context = try canvas(100, 2)
        context.drawLinearGradient(sharp, start: .zero, end: CGPoint(x: 100, y: 0), options: both)
        let picture = try context.bitmap()
        #expect((0..<49).allSatisfy { picture[$0, 0] == 0xFF00_0000 })
        #expect((51..<100).allSatisfy { picture[$0, 0] == 0xFFFF_FFFF })
    }
}

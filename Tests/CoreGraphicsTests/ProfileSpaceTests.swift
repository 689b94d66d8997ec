import CoreGraphics
import Foundation
import Testing

/// ICC profiles written by hand (ICC.1:2010).
private enum Profile {
    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func fixed(_ number: Double) -> [UInt8] { big(Int((number * 65536).rounded()), 4) }

    static let plainCurve: [UInt8] = Array("curv".utf8) + big(0, 8)
    static let sRGBCurve: [UInt8] =
        Array("para".utf8) + big(0, 4) + big(3, 2) + big(0, 2)
        + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap { fixed($0) }

    /// The primaries under D50. *Source*: sRGB and Display P3, adapted by Bradford.
    static let sRGB: [[Double]] = [
        [0.4360747, 0.2225045, 0.0139322], [0.3850649, 0.7168786, 0.0971045], [0.1430804, 0.0606169, 0.7141733],
    ]
    static let p3: [[Double]] = [
        [0.5151187, 0.2411892, -0.0010505], [0.2919778, 0.6922441, 0.0418791], [0.1571035, 0.0665668, 0.7840713],
    ]

    static func bytes(_ space: String, _ tags: [(String, [UInt8])], connection: String = "XYZ ") -> Data {
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(16..<24, with: Array((space + connection).utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        var (table, data) = (big(tags.count, 4), [UInt8]())
        for (name, content) in tags {
            table += Array(name.utf8) + big(132 + tags.count * 12 + data.count, 4) + big(content.count, 4)
            data += content
        }
        return Data(header + table + data)
    }

    static func rgb(_ primaries: [[Double]], _ curve: [UInt8]) -> Data {
        let points = zip(["rXYZ", "gXYZ", "bXYZ"], primaries).map { name, xyz in
            (name, Array("XYZ ".utf8) + big(0, 4) + xyz.flatMap { fixed($0) })
        }
        return bytes("RGB ", points + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) })
    }
}

/// Colour spaces of ICC profiles and of inks.
@Suite struct ProfileSpaceTests {
    private func converted(_ space: CGColorSpace, _ components: [CGFloat], to name: CFString) throws -> [CGFloat] {
        let color = try #require(CGColor(colorSpace: space, components: components + [1]))
        let other = try #require(CGColorSpace(name: name))
        return Array(
            try #require(color.converted(to: other, intent: .defaultIntent, options: nil)?.components).dropLast())
    }

    private func isClose(_ a: [CGFloat], _ b: [CGFloat], _ slop: CGFloat = 0.003) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= slop }
    }

    @Test func profile_of_srgb_means_srgb() throws {
        let space = try #require(CGColorSpace(iccData: Profile.rgb(Profile.sRGB, Profile.sRGBCurve)))
        #expect(space.model == .rgb && space.numberOfComponents == 3 && space.name == nil && !space.isWideGamutRGB)
        for components in [[0, 0, 0], [1, 1, 1], [0.25, 0.5, 0.75], [0.9, 0.1, 0.4]] as [[CGFloat]] {
            #expect(isClose(try converted(space, components, to: CGColorSpace.sRGB), components))
        }
    }

    @Test func profile_of_display_p3_means_display_p3() throws {
        let space = try #require(CGColorSpace(iccData: Profile.rgb(Profile.p3, Profile.sRGBCurve)))
        #expect(space.isWideGamutRGB)
        for components in [[1, 0, 0], [0, 1, 0], [0.3, 0.6, 0.2]] as [[CGFloat]] {
            #expect(isClose(try converted(space, components, to: CGColorSpace.extendedDisplayP3), components, 0.006))
        }
        // And back: the profile's own numbers for a colour of another space.
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let own = try #require(red.converted(to: space, intent: .defaultIntent, options: nil)?.components)
        #expect(isClose(Array(own.dropLast()), [0.9175, 0.2003, 0.1386], 0.004))
    }

    @Test func profile_of_light_is_in_proportion_to_it() throws {
        let space = try #require(CGColorSpace(iccData: Profile.bytes("GRAY", [("kTRC", Profile.plainCurve)])))
        #expect(space.model == .monochrome && space.numberOfComponents == 1)
        #expect(isClose(try converted(space, [0.5], to: CGColorSpace.linearGray), [0.5], 1e-4))
        let provider = try #require(CGDataProvider(data: Profile.bytes("GRAY", [("kTRC", Profile.plainCurve)])))
        #expect(CGColorSpace(iccData: provider) == space)
        #expect(space != CGColorSpace(iccData: Profile.bytes("GRAY", [("kTRC", Profile.sRGBCurve)])))
    }

    @Test func profile_that_cannot_be_read_is_no_space() {
        let whole = Profile.rgb(Profile.sRGB, Profile.sRGBCurve)
        for count in stride(from: 0, to: whole.count, by: 7) where count < whole.count - 32 {
            #expect(CGColorSpace(iccData: Data(whole.prefix(count))) == nil)
        }
        #expect(
            CGColorSpace(iccData: Profile.rgb([Profile.sRGB[0], Profile.sRGB[0], Profile.sRGB[0]], Profile.sRGBCurve))
                == nil)
        #expect(CGColorSpace(iccData: Profile.bytes("Lab ", [])) == nil && CGColorSpace(iccData: "no profile") == nil)
    }

    @Test func inks_leave_light() throws {
        let space = CGColorSpaceCreateDeviceCMYK()
        #expect(space.model == .cmyk && space.numberOfComponents == 4)
        let known: [([CGFloat], [CGFloat])] = [
            ([0, 0, 0, 0], [1, 1, 1]), ([0, 0, 0, 1], [0, 0, 0]), ([0, 1, 1, 0], [1, 0, 0]),
            ([1, 0, 1, 0], [0, 1, 0]),
            ([0.5, 0, 0, 0], [0.5, 1, 1]), ([0.5, 0, 0, 0.5], [0.25, 0.5, 0.5]),
        ]
        for (inks, light) in known {
            #expect(isClose(try converted(space, inks, to: CGColorSpace.sRGB), light, 1e-6))
        }
        let brown = CGColor(srgbRed: 0.5, green: 0.25, blue: 0.125, alpha: 0.5)
        let inks = try #require(brown.converted(to: space, intent: .defaultIntent, options: nil))
        #expect(isClose(inks.components ?? [], [0, 0.5, 0.75, 0.5, 0.5], 1e-6))
        let generic = CGColor(genericCMYKCyan: 0, magenta: 0.5, yellow: 0.75, black: 0.5, alpha: 0.5)
        #expect(generic.numberOfComponents == 5 && generic.colorSpace?.model == .cmyk && generic.alpha == 0.5)
        #expect(CGColorSpace(iccData: Profile.bytes("CMYK", [], connection: "Lab "))?.numberOfComponents == 4)
    }

    @Test func image_of_inks_is_shown_in_srgb() throws {
        let bytes: [UInt8] = [0, 255, 255, 0, 0, 0, 0, 255]
        let provider = try #require(CGDataProvider(data: Data(bytes)))
        let image = try #require(
            unsafe CGImage(
                width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
                space: CGColorSpaceCreateDeviceCMYK(), bitmapInfo: [], provider: provider, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent))
        #expect(image.resource.bitmap().pixels == [0xffff_0000, 0xff00_0000])
    }

    @Test func colors_of_profiles_draw_as_they_look() throws {
        let space = try #require(CGColorSpace(iccData: Profile.rgb(Profile.sRGB, Profile.plainCurve)))
        let color = try #require(CGColor(colorSpace: space, components: [0.21404, 0.21404, 0.21404, 1]))
        let context = try #require(
            unsafe CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue))
        context.setFillColor(color)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let pixel = try #require(context.makeImage()).resource.bitmap().pixels[0]
        #expect((127...129).contains(pixel >> 16 & 255) && (127...129).contains(pixel & 255))
    }
}

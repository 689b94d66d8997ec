import CoreGraphics
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// A solid layer of a Lottie document, in the middle of its 100 x 100 points.
private func solid(_ color: String, size: Int = 40, at index: Int = 50, extra: String = "") -> String {
    """
    {"ty":1,"nm":"s","ip":0,"op":10,"sw":\(size),"sh":\(size),"sc":"\(color)",
    "ks":{"p":{"k":[\(index),50]},"a":{"k":[\(size / 2),\(size / 2)]}},\(extra)"x":0}
    """
}

private func draw(_ bytes: [UInt8], at time: Double = 0) throws -> Bitmap {
    let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil), values: [])
    return LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: time)
}

/// The same scene, built with layers.
private func draw(_ build: (CALayer) -> Void) -> Bitmap {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    root.position = CGPoint(x: 50, y: 50)
    root.masksToBounds = true
    build(root)
    return LayerRenderer(layer: root, threads: 1).bitmap(at: 0)
}

private func square(_ color: CGColor, size: CGFloat = 40, at index: CGFloat = 50) -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: size, height: size)
    layer.position = CGPoint(x: index, y: 50)
    layer.backgroundColor = color
    return layer
}

private func rgb(_ hex: UInt32) -> CGColor {
    CGColor(
        srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255, blue: CGFloat(hex & 255) / 255,
        alpha: 1)
}

private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] }

/// The furthest that two channels of two pictures are from each other.
private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.pixels, b.pixels).map { pair in
        [0, 8, 16, 24].map { abs(Int(pair.0 >> UInt32($0) & 255) - Int(pair.1 >> UInt32($0) & 255)) }.max() ?? 0
    }.max() ?? 0
}

/// What effects, mattes and blend modes of Lottie documents do to pixels: as the same layers built in Swift, or as their
/// formulas say.
@Suite struct LottieEffectTests {
    @Test func blur_is_the_blur_of_the_same_layer() throws {
        let document = lottie(solid("#ff8000", extra: "\"ef\":[{\"ty\":29,\"ef\":[{\"v\":{\"k\":20}}]}],"))
        let built = draw { root in
            let group = CALayer()
            group.frame = root.bounds
            group.addSublayer(square(rgb(0xff8000)))
            group.filters = [LayerFilter.gaussianBlur(radius: 6)]
            root.addSublayer(group)
        }
        let picture = try draw(document)
        #expect(difference(picture, built) <= 1)
        #expect((100..<156).contains(pixel(picture, 70, 50) >> 24), "half at the edge")
    }

    @Test func blur_that_changes_is_the_blur_of_the_moment() throws {
        let changing = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[40]}]}"
        func picture(_ amount: String, at time: Double) throws -> Bitmap {
            try draw(lottie(solid("#ff8000", extra: "\"ef\":[{\"ty\":29,\"ef\":[{\"v\":\(amount)}]}],")), at: time)
        }
        #expect(try difference(picture(changing, at: 0.5), picture("{\"k\":20}", at: 0)) <= 1)
    }

    private func tint(_ amount: String, _ color: String = "#808080", at time: Double = 0) throws -> UInt32 {
        let values = "[{\"v\":{\"k\":[1,0,0,1]}},{\"v\":{\"k\":[0,1,0,1]}},{\"v\":\(amount)}]"
        return try pixel(draw(lottie(solid(color, extra: "\"ef\":[{\"ty\":20,\"ef\":\(values)}],")), at: time), 50, 50)
    }

    @Test func tint_maps_dark_and_light_to_its_colours() throws {
        #expect(try tint("{\"k\":100}", "#000000") == 0xffff_0000)
        #expect(try tint("{\"k\":100}", "#ffffff") == 0xff00_ff00)
        // 128 of 255 of the way from red to green.
        #expect(try tint("{\"k\":100}") == 0xff7f_8000)
        #expect(try tint("{\"k\":0}", "#123456") == 0xff12_3456)
        // Half of grey and half of its tint: 127.5, 128 and 64.
        #expect(try difference(solidColor(tint("{\"k\":50}")), solidColor(0xff80_8040)) <= 1)
    }

    @Test func tint_that_changes_is_the_tint_of_the_moment() throws {
        let changing = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[100]}]}"
        #expect(try tint(changing, at: 0.5) == tint("{\"k\":50}"))
        #expect(try tint(changing, "#000000", at: 1) == 0xffff_0000)
    }

    @Test func fill_has_its_colour_where_the_layer_is() throws {
        func fill(_ color: String, _ opacity: String, at time: Double = 0) throws -> Bitmap {
            let values = (0..<7).map { "{\"v\":\($0 == 2 ? color : $0 == 6 ? opacity : "{\"k\":0}")}" }
            return try draw(
                lottie(
                    solid("#123456", extra: "\"ef\":[{\"ty\":21,\"ef\":[\(values.joined(separator: ","))]}],")),
                at: time)
        }
        let whole = try fill("{\"k\":[1,0.5,0,1]}", "{\"k\":1}")
        #expect(pixel(whole, 50, 50) == 0xffff_8000 && pixel(whole, 10, 10) == 0)
        #expect(difference(whole, draw { $0.addSublayer(square(rgb(0xff8000))) }) == 0)
        let half = try pixel(fill("{\"k\":[1,1,1,1]}", "{\"k\":0.5}"), 50, 50)
        #expect(half == 0x8080_8080)
        let changing = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[1,0,0,1]},{\"t\":10,\"s\":[0,0,1,1]}]}"
        #expect(try pixel(fill(changing, "{\"k\":1}", at: 0.5), 50, 50) == 0xff80_0080)
    }

    @Test(arguments: [(3, false), (4, true)]) func luma_mattes_show_a_layer_as_far_as_another_is_light(
        mode: Int, isInverted: Bool
    ) throws {
        let matte = solid("#ff0000", at: 30, extra: "\"ind\":1,\"td\":1,")
        let layer = solid("#0000ff", size: 100, extra: "\"ind\":2,\"tt\":\(mode),")
        let picture = try draw(lottie(matte + "," + layer))
        // The luminance of red is 0.2126; where the matte is not, it is dark.
        let share = Int(pixel(picture, 30, 50) >> 24)
        let expected = isInverted ? 255 - 54 : 54
        #expect(abs(share - expected) <= 2, "\(share)")
        #expect(pixel(picture, 80, 50) == (isInverted ? 0xff00_00ff : 0))
        let built = draw { root in
            let group = CALayer()
            group.frame = root.bounds
            group.addSublayer(square(rgb(0x0000ff), size: 100))
            let mask = CALayer()
            mask.frame = root.bounds
            let light = CALayer()
            light.frame = root.bounds
            light.addSublayer(square(rgb(0xff0000), at: 30))
            light.filters = [LayerFilter.luminanceToAlpha()]
            if isInverted {
                mask.backgroundColor = CGColor(gray: 0, alpha: 1)
                light.compositingFilter = "destOut"
            }
            mask.addSublayer(light)
            group.mask = mask
            root.addSublayer(group)
        }
        #expect(difference(picture, built) <= 1)
    }

    @Test(arguments: 1...15) func blend_modes_are_those_of_layers(mode: Int) throws {
        let names = [
            "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight",
            "difference", "exclusion", "hue", "saturation", "color", "luminosity",
        ]
        let above = solid("#e04060", size: 50, at: 40, extra: "\"bm\":\(mode),")
        let picture = try draw(lottie(above + "," + solid("#3080c0", size: 60, at: 55)))
        let built = draw { root in
            root.addSublayer(square(rgb(0x3080c0), size: 60, at: 55))
            let layer = square(rgb(0xe04060), size: 50, at: 40)
            layer.compositingFilter = names[mode - 1] + "BlendMode"
            root.addSublayer(layer)
        }
        #expect(difference(picture, built) == 0)
        #expect(pixel(picture, 20, 50) == 0xffe0_4060, "over nothing it is itself")
        if mode == 1 { #expect(difference(solidColor(pixel(picture, 50, 50)), solidColor(0xff2a_2048)) <= 1) }
        if mode == 10 { #expect(difference(solidColor(pixel(picture, 50, 50)), solidColor(0xffb0_4060)) <= 1) }
    }

    private func solidColor(_ color: UInt32) -> Bitmap { Bitmap(width: 1, height: 1, filledWith: color) }

    @Test func shadow_styles_and_effects_are_shadows_of_layers() throws {
        let style =
            "\"sy\":[{\"ty\":1,\"c\":{\"k\":[0,0,1,1]},\"o\":{\"k\":80},\"a\":{\"k\":0},\"d\":{\"k\":10},\"s\":{\"k\":8}}],"
        let built = draw { root in
            let group = CALayer()
            group.frame = root.bounds
            group.addSublayer(square(rgb(0xff8000)))
            (group.shadowColor, group.shadowOpacity, group.shadowRadius) = (rgb(0x0000ff), 0.8, 4)
            // The light comes from the right.
            group.shadowOffset = CGSize(width: -10, height: 0)
            root.addSublayer(group)
        }
        #expect(try difference(draw(lottie(solid("#ff8000", extra: style))), built) <= 1)
    }

    @Test(arguments: [("ADBE MESH WARP", true), ("ADBE Slider Control", false), ("Pseudo/Rig", false)])
    func unknown_effects_give_a_warning(match: String, warns: Bool) throws {
        let effect = "{\"ty\":5,\"nm\":\"Tiles\",\"mn\":\"\(match)\",\"ef\":[{\"ty\":0,\"v\":{\"k\":20}}]}"
        let bytes = lottie(solid("#ff8000", extra: "\"ef\":[\(effect)],"))
        let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil))
        #expect(loaded.warnings.count == (warns ? 1 : 0))
        #expect(loaded.warnings.contains { $0.message.contains("the effect \"Tiles\"") } == warns)
    }
}

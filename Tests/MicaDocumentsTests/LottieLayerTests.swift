import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

private func read(_ bytes: [UInt8], player: LottiePlayer = .specification) throws -> LottieDocument {
    try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil), player: player)
}

private func draw(_ bytes: [UInt8], at time: Double = 0) throws -> Bitmap {
    LayerRenderer(layer: try read(bytes).rootLayer, threads: 1).bitmap(at: time)
}

private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] }

/// A solid layer of the whole picture, or a part of it.
private func solid(
    _ color: String, _ extra: String = "", width: Int = 100, height: Int = 100, ks: String = ""
) -> String {
    """
    {"ty":1,"nm":"s","ip":0,"op":10,"sw":\(width),"sh":\(height),"sc":"\(color)","ks":{\(ks)}\(extra)}
    """
}

private let (red, white): (UInt32, UInt32) = (0xffff_0000, 0xffff_ffff)

/// Adjustment layers, mattes of mattes, and layers that draw nothing.
@Suite struct LottieLayerTests {
    private func tint(_ amount: String = "{\"k\":100}") -> String {
        "\"ef\":[{\"ty\":20,\"ef\":[{\"v\":{\"k\":[0,0,0]}},{\"v\":{\"k\":[1,0,0]}},{\"v\":\(amount)}]}]"
    }

    private func adjustment(_ effects: String, _ extra: String = "", ks: String = "", type: Int = 3) -> String {
        "{\"ty\":\(type),\"nm\":\"A\",\"ip\":0,\"op\":5,\"ks\":{\(ks)},\(effects)\(extra)}"
    }

    @Test(arguments: [3, 12]) func an_adjustment_layer_changes_the_layers_beneath(type: Int) throws {
        let above = solid("#00ff00", width: 20)
        let bytes = lottie("\(above),\(adjustment(tint(), type: type)),\(solid("#ffffff"))")
        let picture = try draw(bytes)
        #expect(pixel(picture, 10, 50) == 0xff00_ff00 && pixel(picture, 60, 50) == red)
        #expect(try pixel(draw(bytes, at: 0.6), 60, 50) == white, "after its end")
        #expect(try read(bytes).timeline.features["adjustment layer"] == 1)
        #expect(try read(bytes).warnings.isEmpty)
        let apple = try read(bytes, player: .coreAnimation)
        #expect(pixel(LayerRenderer(layer: apple.rootLayer, threads: 1).bitmap(at: 0), 60, 50) == white)
    }

    @Test func an_adjustment_goes_by_its_opacity_and_its_keys() throws {
        let half = try draw(lottie("\(adjustment(tint(), ks: "\"o\":{\"k\":50}")),\(solid("#ffffff"))"))
        #expect((126...129).contains(pixel(half, 50, 50) & 0xff) && pixel(half, 50, 50) >> 16 & 0xff == 255)
        let keys = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":4,\"s\":[100]}]}"
        let moving = lottie("\(adjustment(tint(keys))),\(solid("#ffffff"))")
        #expect(try pixel(draw(moving), 50, 50) == white)
        #expect(try (126...129).contains(pixel(draw(moving, at: 0.2), 50, 50) & 0xff))
    }

    @Test func an_adjustment_is_within_its_masks() throws {
        let none = "[[0,0],[0,0],[0,0],[0,0]]"
        let mask =
            ",\"masksProperties\":[{\"mode\":\"a\",\"o\":{\"k\":100},\"pt\":{\"k\":{\"c\":true,"
            + "\"v\":[[50,0],[100,0],[100,100],[50,100]],\"i\":\(none),\"o\":\(none)}}}]"
        let picture = try draw(lottie("\(adjustment(tint(), mask)),\(solid("#ffffff", width: 80))"))
        #expect(pixel(picture, 20, 50) == white && pixel(picture, 70, 50) == red && pixel(picture, 90, 50) == 0)
        let half = adjustment(tint(), mask, ks: "\"o\":{\"k\":50}")
        let faded = try draw(lottie("\(half),\(solid("#ffffff", width: 80))"))
        #expect(pixel(faded, 20, 50) == white && (126...129).contains(pixel(faded, 70, 50) & 0xff))
        #expect(pixel(faded, 70, 50) >> 24 >= 254)
    }

    @Test func an_adjustment_is_within_its_matte() throws {
        let matte = solid("#ffffff", ",\"td\":1", width: 50)
        let picture = try draw(lottie("\(matte),\(adjustment(tint(), ",\"tt\":1")),\(solid("#ffffff"))"))
        #expect(pixel(picture, 20, 50) == red && pixel(picture, 70, 50) == white)
    }

    @Test func an_adjustment_changes_nothing_around_its_composition() throws {
        let inner = "\(adjustment(tint())),\(solid("#ffffff", width: 30))"
        let outer = "{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":10,\"ks\":{}}"
        let assets = "\"assets\":[{\"id\":\"c\",\"layers\":[\(inner)]}],"
        let picture = try draw(lottie("\(outer),\(solid("#ffffff"))", extra: assets))
        #expect(pixel(picture, 10, 50) == red && pixel(picture, 60, 50) == white)
    }

    @Test func the_layers_beneath_an_adjustment_are_made_once() throws {
        func count(_ layer: CALayer) -> Int {
            (layer.name == "s" ? 1 : 0) + (layer.sublayers ?? []).reduce(0) { $0 + count($1) }
        }
        let half = lottie("\(adjustment(tint(), ks: "\"o\":{\"k\":50}")),\(solid("#ffffff"))")
        #expect(try count(read(half).rootLayer) == 1)
    }

    @Test func a_matte_has_a_matte() throws {
        // The red layer is where the first matte is, and that is where the second is.
        let second = solid("#ffffff", ",\"ind\":1,\"td\":1", width: 50)
        let first = solid("#ffffff", ",\"ind\":2,\"td\":1,\"tt\":1,\"tp\":1", height: 50)
        let picture = try draw(lottie("\(second),\(first),\(solid("#ff0000", ",\"tt\":1,\"tp\":2"))"))
        #expect(pixel(picture, 25, 25) == red)
        #expect(pixel(picture, 75, 25) == 0 && pixel(picture, 25, 75) == 0 && pixel(picture, 75, 75) == 0)
        let inverted = solid("#ffffff", ",\"ind\":2,\"td\":1,\"tt\":2,\"tp\":1", height: 50)
        let other = try draw(lottie("\(second),\(inverted),\(solid("#ff0000", ",\"tt\":1,\"tp\":2"))"))
        #expect(pixel(other, 25, 25) == 0 && pixel(other, 75, 25) == red)
        // Mattes in a circle end.
        let (half, whole) = (
            solid("#ffffff", ",\"ind\":1,\"td\":1,\"tt\":1,\"tp\":2", width: 50),
            solid("#ffffff", ",\"ind\":2,\"td\":1,\"tt\":1,\"tp\":1")
        )
        let circle = lottie("\(half),\(whole),\(solid("#ff0000", ",\"tt\":1,\"tp\":2"))")
        #expect(try read(circle).warnings.contains { $0.message.contains("has itself as a matte") })
        #expect(try pixel(draw(circle), 25, 25) == red)
    }

    @Test func compositions_are_mattes() throws {
        let assets = "\"assets\":[{\"id\":\"c\",\"layers\":[\(solid("#ffffff", width: 30))]}],"
        let matte =
            "{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":10,\"td\":1,"
            + "\"ks\":{\"p\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0,0]},{\"t\":10,\"s\":[50,0]}]}}}"
        for mode in [1, 3] {
            let bytes = lottie("\(matte),\(solid("#ff0000", ",\"tt\":\(mode)"))", extra: assets)
            let picture = try draw(bytes, at: 0.4)
            #expect(pixel(picture, 10, 50) == 0 && pixel(picture, 35, 50) == red && pixel(picture, 60, 50) == 0)
        }
    }

    @Test func equal_warnings_of_a_layer_are_given_once() throws {
        let inner = "{\"id\":\"c\",\"layers\":[\(solid("#ff0000", ",\"bm\":99")),\(solid("#ff0000", ",\"bm\":99"))]}"
        let outer = "{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":10,\"ks\":{}}"
        let document = try read(lottie("\(outer),\(outer)", extra: "\"assets\":[\(inner)],"))
        #expect(document.warnings.count == 2)
    }

    @Test func data_and_guides_draw_nothing_without_a_warning() throws {
        let data = "{\"ty\":15,\"nm\":\"d\",\"ip\":0,\"op\":10}"
        let guide = "{\"ty\":11,\"nm\":\"g\",\"ip\":0,\"op\":10,\"ks\":{}}"
        let bytes = lottie("\(data),\(guide),\(solid("#ff0000"))")
        #expect(try read(bytes).warnings.isEmpty)
        #expect(try pixel(draw(bytes), 50, 50) == red)
        let light = try read(lottie("{\"ty\":14,\"nm\":\"l\",\"ip\":0,\"op\":10,\"ks\":{}},\(solid("#ff0000"))"))
        #expect(light.warnings.map(\.message) == ["layer \"l\" (layers[0]): lights are not supported"])
    }
}

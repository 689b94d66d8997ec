import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

@testable import MicaDocuments

/// Documents with effects, for suites that draw them and look at pixels.
protocol LottieEffectDocuments {}

extension LottieEffectDocuments {
    /// A document of 100 x 100 points, 2 seconds long, drawn at a time.
    func draw(_ bytes: [UInt8], at time: Double = 0) throws -> Bitmap {
        let loaded = try LottieFile.read(bytes, file: "t.json", images: LottieImages(nil))
        return LayerRenderer(layer: loaded.rootLayer, threads: 1).bitmap(at: time)
    }

    func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.width + x] }

    /// An effect whose inputs have After Effects' numbers, or their English names.
    func effect(_ match: String, _ inputs: [(String, String)]) -> String {
        let all = inputs.map { key, value in
            let name = Int(key).map { "\"mn\":\"\(match)-\(String(format: "%04d", $0))\"" } ?? "\"nm\":\"\(key)\""
            return "{\(name),\"v\":\(value.hasPrefix("{") ? value : "{\"k\":\(value)}")}"
        }
        return "{\"ty\":5,\"nm\":\"E\",\"mn\":\"\(match)\",\"ef\":[\(all.joined(separator: ","))]}"
    }

    /// A composition of 100 x 100 points with a red bar from x 40 to 60 on blue, with an effect.
    func bar(_ effects: String...) -> [UInt8] {
        let solids = """
            {"ty":1,"ip":0,"op":20,"sw":20,"sh":100,"sc":"#ff0000","ks":{"p":{"k":[40,0]}}},
            {"ty":1,"ip":0,"op":20,"sw":100,"sh":100,"sc":"#0000ff","ks":{}}
            """
        return lottie(
            "{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":20,\"ks\":{},\"ef\":[\(effects.joined(separator: ","))]}",
            extra: "\"assets\":[{\"id\":\"c\",\"layers\":[\(solids)]}],", end: 20)
    }

    /// Pixels of the bar, and of what is beside it.
    var red: UInt32 { 0xffff_0000 }
    var blue: UInt32 { 0xff00_00ff }
}

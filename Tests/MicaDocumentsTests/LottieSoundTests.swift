import Foundation
import MicaBase
import Testing

@testable import MicaDocuments

private let asset = "{\"id\":\"a\",\"e\":1,\"u\":\"\",\"p\":\"data:audio/wav;base64,UklGRg==\"}"

private func sounds(_ layers: String, assets: String = asset) throws -> (sounds: [DocumentSound], warnings: [String]) {
    let document = try LottieFile.read(
        lottie(layers, extra: "\"assets\":[\(assets)],", end: 40), file: "t.json", images: LottieImages(nil))
    return (document.sounds, document.warnings.map(\.message))
}

private func layer(_ extra: String = "", ip: Double = 0, op: Double = 40, id: String = "a") -> String {
    "{\"ty\":6,\"nm\":\"A\",\"refId\":\"\(id)\",\"ip\":\(ip),\"op\":\(op)\(extra)}"
}

/// The sounds of audio layers: when they are heard, from where in their files, and how loud.
@Suite struct LottieSoundTests {
    @Test func a_sound_is_heard_from_its_start_within_its_ends() throws {
        let sound = try #require(try sounds(layer()).sounds.first)
        let whole = sound.clip
        #expect(whole.span == 0..<4 && whole.origin == 0 && whole.speed == 1)
        #expect(whole.levels == [SoundClip.Level(time: 0, left: 1, right: 1)])
        // The file lasts as long as the sound.
        withExtendedLifetime(sound) {
            #expect(FileManager.default.contents(atPath: whole.path) == Data("RIFF".utf8))
        }
        // Trimmed at both ends: the file began 1.5 s before it is heard.
        let trimmed = try #require(try sounds(layer(",\"st\":-5", ip: 10, op: 20)).sounds.first?.clip)
        #expect(trimmed.span == 1..<2 && trimmed.origin == 1.5)
        let late = try #require(try sounds(layer(",\"st\":12", ip: 10, op: 50)).sounds.first?.clip)
        #expect(late.span == 1.2..<4 && late.origin == 0)
        let slow = try #require(try sounds(layer(",\"st\":0,\"sr\":2", ip: 10)).sounds.first?.clip)
        #expect(slow.speed == 0.5 && slow.origin == 0.5)
        #expect(try sounds(layer(ip: 50, op: 60)).sounds.isEmpty)
        #expect(try sounds(layer(",\"hd\":true")).sounds.isEmpty)
    }

    @Test func levels_are_percent_of_both_channels_over_time() throws {
        let level = ",\"au\":{\"lv\":{\"a\":1,\"k\":[{\"t\":0,\"s\":[0,100]},{\"t\":20,\"s\":[100,50]}]}}"
        let sound = try #require(try sounds(layer(level)).sounds.first?.clip)
        let middle = try #require(sound.levels.first { abs($0.time - 1) < 1e-9 })
        #expect(abs(middle.left - 0.5) < 1e-9 && abs(middle.right - 0.75) < 1e-9)
        #expect(sound.levels.last?.left == 1 && sound.levels.last?.right == 0.5)
        let still = try #require(try sounds(layer(",\"au\":{\"lv\":{\"k\":[30]}}")).sounds.first?.clip)
        #expect(still.levels == [SoundClip.Level(time: 0, left: 0.3, right: 0.3)])
    }

    @Test func compositions_have_sounds() throws {
        let inner = "{\"id\":\"c\",\"layers\":[\(layer(",\"st\":5", ip: 5, op: 30))]}"
        let outer = "{\"ty\":0,\"refId\":\"c\",\"w\":10,\"h\":10,\"ip\":12,\"op\":25,\"st\":10,\"ks\":{}}"
        let sound = try #require(try sounds(outer, assets: "\(asset),\(inner)").sounds.first?.clip)
        // It begins at frame 15, within a composition that is heard from 12 to 25.
        #expect(sound.span == 1.5..<2.5 && sound.origin == 0)
        let late = outer.replacing("\"ip\":12", with: "\"ip\":20")
        let cut = try #require(try sounds(late, assets: "\(asset),\(inner)").sounds.first?.clip)
        #expect(cut.span == 2..<2.5 && abs(cut.origin - 0.5) < 1e-9)
    }

    @Test func a_layer_that_is_drawn_several_times_is_heard_once() throws {
        let inner = "{\"id\":\"c\",\"layers\":[\(layer())]}"
        func outer(_ extra: String) -> String {
            "{\"ty\":0,\"refId\":\"c\",\"w\":10,\"h\":10,\"ip\":0,\"op\":40,\"ks\":{}\(extra)}"
        }
        // Each style draws the composition once more.
        let styles =
            "{\"ty\":2,\"c\":{\"k\":[0,0,0]},\"bm\":{\"k\":5}},{\"ty\":3,\"c\":{\"k\":[1,0,0]},\"bm\":{\"k\":11}}"
        let styled = try sounds(outer(",\"sy\":[\(styles)]"), assets: "\(asset),\(inner)")
        #expect(styled.sounds.count == 1)
        // A set matte effect draws its matte as a matte and as a layer.
        let values = [3, 4, 0].map { "{\"v\":{\"k\":\($0)}}" }.joined(separator: ",")
        let solid =
            "{\"ty\":1,\"ind\":1,\"sw\":10,\"sh\":10,\"sc\":\"#ff0000\",\"ip\":0,\"op\":40,\"ks\":{},"
            + "\"ef\":[{\"ty\":28,\"ef\":[\(values)]}]}"
        let matted = try sounds("\(solid),\(outer(",\"ind\":3"))", assets: "\(asset),\(inner)")
        #expect(matted.sounds.count == 1)
        // Two layers that show it are heard twice.
        #expect(try sounds("\(outer("")),\(outer(""))", assets: "\(asset),\(inner)").sounds.count == 2)
    }

    @Test func sounds_that_cannot_be_heard_give_a_warning() throws {
        #expect(try sounds(layer(id: "b")).warnings == ["layer \"A\" (layers[0]): its sound \"b\" is missing"])
        let lost = "{\"id\":\"a\",\"u\":\"audio/\",\"p\":\"no.mp3\"}"
        let warnings = try sounds(layer(), assets: lost).warnings
        #expect(warnings == ["layer \"A\" (layers[0]): its sound \"no.mp3\" cannot be read"])
        #expect(try sounds(layer(",\"sr\":-1")).warnings.first?.contains("runs backwards") == true)
        let apple = try LottieFile.read(
            lottie(layer(), extra: "\"assets\":[\(asset)],"), file: "t.json", images: LottieImages(nil),
            player: .coreAnimation)
        #expect(apple.sounds.isEmpty && apple.warnings.contains { $0.message.contains("sound is not played") })
    }

    @Test func files_beside_a_document_are_found() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mica-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("audio"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("tone".utf8).write(to: folder.appendingPathComponent("audio/a.wav"))
        let text = lottie(layer(), extra: "\"assets\":[{\"id\":\"a\",\"u\":\"audio/\",\"p\":\"a.wav\"}],")
        try Data(text).write(to: folder.appendingPathComponent("t.json"))
        let document = try Document.load(folder.appendingPathComponent("t.json"))
        let path = try #require(document.sounds.first?.clip.path)
        #expect(FileManager.default.contents(atPath: path) == Data("tone".utf8))
    }
}

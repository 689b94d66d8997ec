import CoreGraphics
import CoreText
import Foundation
import Mica
import MicaBase
import MicaCodecs
import MicaImageFiles
import QuartzCore
import Testing

@testable import MicaDocuments

/// A .lottie archive in memory, as a test writes it.
struct TestPackage {
    var files: [(path: String, text: String)]

    init(_ files: [(String, String)]) { self.files = files.map { (path: $0.0, text: $0.1) } }

    /// Writes the archive into a folder.
    func write(in scratch: Scratch, _ name: String = "t.lottie", extra: [ArchiveFile] = []) throws -> String {
        let url = scratch.url.appendingPathComponent(name)
        try writeArchive(files.map { ArchiveFile(path: $0.path, bytes: Array($0.text.utf8)) } + extra, to: url)
        return url.path
    }
}

/// A document of 100 x 100 points whose square of 40 points around the middle has the colour of a slot.
func slottedSquare(_ slots: String = #""tint":{"p":{"a":0,"k":[1,0,0,1]}}"#) -> String {
    let square = #"""
        {"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,40]},"r":{"k":0}},
        {"ty":"fl","nm":"F","c":{"a":0,"k":[1,0,0,1],"sid":"tint"},"o":{"k":100}}
        """#
    return String(decoding: lottie(shapeLayer(square), extra: "\"slots\":{\(slots)},"), as: UTF8.self)
}

private func center(_ document: Document, at time: Double = 0, x: Int = 50, y: Int = 50) -> String {
    let picture = LayerRenderer(layer: document.rootLayer, threads: 1).bitmap(at: time)
    return String(picture.pixels[y * picture.width + x], radix: 16)
}

private func load(
    _ path: String, _ animation: String? = nil, theme: String? = nil, values: [LottieValue] = []
) throws -> Document {
    try Document.load(input: path, LottieSelection(animation: animation, theme: theme), values: values)
}

private func reason(_ body: () throws -> Document) -> String {
    do {
        _ = try body()
        return ""
    } catch {
        return "\(error)"
    }
}

/// Archives of version 2: animations, themes and slots by name.
@Suite struct DotLottieTests {
    private let themes = #"""
        {"rules":[{"id":"tint","type":"Color","value":[0,0,1]},
        {"id":"tint","type":"Color","value":[0,1,0],"animations":["second"]}]}
        """#

    private func package(_ manifest: String, theme: String? = nil) -> TestPackage {
        let second = slottedSquare(#""tint":{"p":{"a":0,"k":[0,1,1,1]}}"#)
        return TestPackage([
            ("manifest.json", manifest), ("a/first.json", slottedSquare()), ("a/second.json", second),
            ("t/blue.json", theme ?? themes),
        ])
    }

    private let manifest = #"""
        {"version":"2","generator":"t","animations":[{"id":"first","name":"The first"},{"id":"second"}],
        "themes":[{"id":"blue","name":"Sea"}]}
        """#

    @Test func animation_is_chosen_by_identifier_name_and_manifest() throws {
        let scratch = try Scratch()
        let path = try package(manifest).write(in: scratch)
        #expect(try center(load(path)) == "ffff0000")
        #expect(try center(load(path, "second")) == "ff00ffff")
        #expect(try center(load(path, "The first")) == "ffff0000")
        let later = try package(
            manifest.replacing("\"themes\"", with: "\"initial\":{\"animation\":\"second\"},\"themes\"")
        )
        .write(in: scratch, "later.lottie")
        #expect(try center(load(later)) == "ff00ffff")
        #expect(
            reason { try load(path, "secnd") }.hasSuffix(
                "the archive has no animation 'secnd': it has first, second; did you mean 'second'?"))
        let plain = scratch.url.appendingPathComponent("plain.json").path
        try Data(slottedSquare().utf8).write(to: URL(fileURLWithPath: plain))
        #expect(reason { try load(plain, "first") }.hasSuffix("has no animations by name: only .lottie archives have"))
        #expect(try #require(load(path).archive).animations == ["first", "second"])
    }

    @Test func theme_replaces_slots_of_its_animations() throws {
        let scratch = try Scratch()
        let path = try package(manifest).write(in: scratch)
        #expect(try center(load(path, theme: "blue")) == "ff0000ff")
        #expect(try center(load(path, "second", theme: "Sea")) == "ff00ff00")
        let initial = manifest.replacing("\"The first\"", with: "\"The first\",\"initialTheme\":\"blue\"")
        let themed = try package(initial).write(in: scratch, "themed.lottie")
        #expect(try center(load(themed)) == "ff0000ff")
        #expect(try center(load(themed, "second")) == "ff00ffff")
        #expect(try #require(load(themed).archive).theme == "blue")
        #expect(reason { try load(path, theme: "blu") }.hasSuffix("it has blue; did you mean 'blue'?"))
        // In Swift, as a program writes it.
        #expect(try center(Document.load(path, animation: "second", theme: "blue")) == "ff00ff00")
        #expect(try center(Document.load(path, animation: nil, values: ["slot.tint": [0, 1, 0]])) == "ff00ff00")
    }

    @Test func keyframes_of_a_theme_have_curves_between_an_out_and_the_next_in_tangent() throws {
        let scratch = try Scratch()
        func rules(_ frames: String) -> String { #"{"rules":[{"id":"tint","type":"Color","keyframes":[\#(frames)]}]}"# }
        let straight = rules(#"{"frame":0,"value":[0,0,0]},{"frame":10,"value":[0,0,1]}"#)
        let late = rules(
            #"{"frame":0,"value":[0,0,0],"outTangent":{"x":1,"y":0}},{"frame":10,"value":[0,0,1],"inTangent":{"x":1,"y":0}}"#
        )
        let held = rules(#"{"frame":0,"value":[0,1,0],"hold":true},{"frame":5,"value":[0,0,1]}"#)
        func color(_ theme: String, at time: Double) throws -> String {
            try center(load(package(manifest, theme: theme).write(in: scratch), theme: "blue"), at: time)
        }
        #expect(try color(straight, at: 0.5) == "ff000080")
        let blue = try #require(UInt32(color(late, at: 0.5).suffix(2), radix: 16))
        #expect(blue < 0x30, "a curve that starts slowly")
        #expect(try color(held, at: 0.4) == "ff00ff00" && color(held, at: 0.6) == "ff0000ff")
    }

    @Test(arguments: [
        ("Scalar", "0", #""o":{"k":100,"sid":"s"}"#, "0"),
        ("Position", "[20,20]", #""p":{"k":[50,50],"sid":"s"},"a":{"k":[50,50]}"#, "0"),
        ("Vector", "[10,10]", #""s":{"k":[100,100],"sid":"s"},"p":{"k":[50,50]},"a":{"k":[50,50]}"#, "ffff0000"),
    ]) func rules_of_numbers_change_transforms(kind: String, value: String, ks: String, color: String) throws {
        let scratch = try Scratch()
        let square = """
            {"ty":"rc","p":{"k":[50,50]},"s":{"k":[40,40]},"r":{"k":0}},{"ty":"fl","c":{"k":[1,0,0]},"o":{"k":100}}
            """
        let animation = String(decoding: lottie(shapeLayer(square, ks: ks)), as: UTF8.self)
        let path = try TestPackage([
            ("manifest.json", #"{"version":"2","animations":[{"id":"x"}],"themes":[{"id":"t"}]}"#),
            ("a/x.json", animation), ("t/t.json", #"{"rules":[{"id":"s","type":"\#(kind)","value":\#(value)}]}"#),
        ]).write(in: scratch)
        #expect(try center(load(path), x: 65, y: 65) == "ffff0000")
        #expect(try center(load(path, theme: "t"), x: 65, y: 65) == "0")
        #expect(try center(load(path, theme: "t")) == color)
    }

    @Test func gradient_path_text_and_image_rules() throws {
        let scratch = try Scratch()
        let gradient = """
            {"ty":"rc","p":{"k":[50,50]},"s":{"k":[100,20]},"r":{"k":0}},
            {"ty":"gf","t":1,"s":{"k":[0,0]},"e":{"k":[100,0]},"o":{"k":100},
            "g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,1,0,0],"sid":"shade"}}}
            """
        let outline = """
            {"ty":"sh","ks":{"a":0,"sid":"shape","k":{"c":true,"v":[[0,0],[10,0],[0,10]],
            "i":[[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0]]}}},{"ty":"fl","c":{"k":[0,1,0]},"o":{"k":100}}
            """
        let asset = #""assets":[{"id":"i","w":10,"h":10,"p":"none.png","u":"","e":0,"sid":"logo"}],"#
        let image = #"{"ty":2,"nm":"I","refId":"i","ip":0,"op":10,"ks":{"p":{"k":[0,90]}}}"#
        let animation = String(
            decoding: lottie("\(shapeLayer(gradient)),\(shapeLayer(outline)),\(image)", extra: asset), as: UTF8.self)
        let rules = #"""
            {"rules":[{"id":"shade","type":"Gradient","value":[{"offset":0,"color":[0,0,1,1]},{"offset":0.5,"color":[0,0,1]},
            {"offset":1,"color":[0,0,1,1]}]},
            {"id":"shape","type":"BezierPath","value":{"vertices":[[80,80],[100,80],[100,100],[80,100]],"closed":true}},
            {"id":"logo","type":"Image","value":{"src":"dot.png","width":10,"height":10}}]}
            """#
        let dot = Bitmap(width: 1, height: 1, pixels: [0xffff_00ff])
        let path = try TestPackage([
            ("manifest.json", #"{"version":"2","animations":[{"id":"x"}],"themes":[{"id":"t"}]}"#),
            ("a/x.json", animation), ("t/t.json", rules),
        ]).write(in: scratch, extra: [ArchiveFile(path: "i/dot.png", bytes: PNGEncoder.encode(dot))])
        let themed = try load(path, theme: "t")
        #expect(themed.warnings.isEmpty, "\(themed.warnings)")
        #expect(center(themed, x: 50, y: 50) == "ff0000ff")
        #expect(center(themed, x: 90, y: 90) == "ff00ff00" && center(themed, x: 2, y: 2) == "0")
        #expect(center(themed, x: 5, y: 95) == "ffff00ff")
        // The same by --set, and the list of slots.
        let json =
            #"{"c":true,"v":[[80,80],[100,80],[100,100],[80,100]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}"#
        let values = [
            try #require(LottieValue(keyPath: "slot.shape", text: json)),
            try #require(LottieValue(keyPath: "slot.logo", image: CGImage(bitmap: dot))),
        ]
        let set = try load(path, values: values)
        #expect(center(set, x: 90, y: 90) == "ff00ff00" && center(set, x: 5, y: 95) == "ffff00ff")
        #expect(set.unusedValues.isEmpty)
        #expect(
            try #require(set.movie).slots.map { "\($0.name) \($0.kind)" } == [
                "logo image", "shade gradient", "shape path",
            ])
        let unknown = try load(path, values: [try #require(LottieValue(keyPath: "slot.none", text: "x"))])
        #expect(unknown.unusedValues == ["slot.none"])
    }

    @Test func text_rule_keeps_what_it_does_not_say() throws {
        let slot = #""title":{"p":{"k":[{"t":0,"s":{"t":"old","f":"Sans","s":20,"fc":[1,0,0]}}]}}"#
        let text =
            #"{"ty":5,"nm":"T","ip":0,"op":10,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"x","f":"Sans","s":9}}],"sid":"title"},"a":[]}}"#
        var slots = try LottieSlots(
            #require(JSONParser.parse(lottie(text, extra: "\"slots\":{\(slot)},"), file: "t").object))
        let theme = try LottieTheme(
            Array(#"{"rules":[{"id":"title","type":"Text","value":{"text":"new","justify":"Center"}}]}"#.utf8),
            file: "t",
            .standard)
        for (name, value) in theme.slots(of: "x") { slots.set(name, value) }
        let diagnostics = LottieDiagnostics(file: "t", bytes: [])
        let root = try #require(JSONParser.parse(lottie(text), file: "t").object)
        let layers = try #require(slots.applied(to: root, diagnostics)["layers"]?.elements)
        let keys = layers[0].object?["t"]?.object?["d"]?.object?["k"]?.elements
        let words = try #require(keys?.first?.object?["s"]?.object)
        #expect(words["t"]?.string == "new" && words["f"]?.string == "Sans" && words["s"]?.number == 20)
        #expect(words["j"]?.number == 2)
    }

    @Test func background_of_the_manifest_is_behind_the_animation() throws {
        let scratch = try Scratch()
        let colored = manifest.replacing("\"The first\"", with: "\"The first\",\"background\":\"#00ff00\"")
        let path = try package(colored).write(in: scratch)
        #expect(try center(load(path), x: 2, y: 2) == "ff00ff00")
        #expect(try center(load(path, "second"), x: 2, y: 2) == "0")
    }

    @Test func wrong_members_are_named_with_file_line_and_reason() throws {
        let scratch = try Scratch()
        let manifest = """
            {"version":"2","animations":[{"id":"first","initialTheme":"none"},
            {"id":"lost"},{"name":7},{"id":"../x"}],
            "themes":[{"id":"blue"}],"initial":{"animation":"nowhere"}}
            """
        let theme = """
            {"rules":[{"id":"tint","type":"Colour","value":[0,0,1]},
            {"id":"tint","type":"Color","value":[0]},
            {"id":"tint","type":"Color"}]}
            """
        let path = try package(manifest, theme: theme).write(in: scratch)
        let lines = try load(path, theme: "blue").warnings.map(\.description)
        let expected = [
            "manifest.json:2:15: warning: animations[2].id is missing",
            "manifest.json:2:26: warning: animations[3].id is '../x', which is no name of a file",
            "manifest.json:1:1: warning: initial.animation is 'nowhere', which is none of the animations: the first is shown",
            "manifest.json:1:1: warning: animations[0].initialTheme is 'none', which is none of the themes",
            "manifest.json:1:1: warning: animations has 'lost', but the archive has no file a/lost.json",
            "t/blue.json:1:11: warning: rules[0].type is 'Colour', which is none of Color, Scalar, Position, Vector, "
                + "Image, Gradient, Text, BezierPath; did you mean 'Color'?",
            "t/blue.json:2:1: warning: rules[1].value is a list where a list of 3 to 4 numbers is expected",
            "t/blue.json:3:1: warning: rules[2] has neither a value nor keyframes: it is left out",
        ]
        for line in expected { #expect(lines.contains(line), "\(line) is not in \(lines)") }
    }

    @Test func font_of_the_archive_is_used_for_its_face() throws {
        let scratch = try Scratch()
        // A font that the system has under another name, so that only the archive's file can be found.
        let name = try #require(CTFontCreateWithName("Sans" as CFString, 12, nil).face.file as String?)
        let font = ArchiveFile(path: "f/Own-Face.ttf", bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: name))))
        let fonts =
            #""fonts":{"list":[{"fName":"Own-Face","fFamily":"Own","fStyle":"Face","fPath":"/f/Own-Face.ttf"}]},"#
        let text =
            #"{"ty":5,"nm":"T","ip":0,"op":10,"ks":{"p":{"k":[5,80]}},"t":{"d":{"k":[{"t":0,"s":{"t":"H","f":"Own-Face","s":90,"fc":[1,0,0]}}]},"a":[]}}"#
        let animation = String(decoding: lottie(text, extra: fonts), as: UTF8.self)
        let files = [("manifest.json", #"{"version":"2","animations":[{"id":"x"}]}"#), ("a/x.json", animation)]
        let without = try load(TestPackage(files).write(in: scratch, "without.lottie"))
        #expect(without.warnings.contains { $0.message.contains("is not here: another is used") })
        let with = try load(TestPackage(files).write(in: scratch, extra: [font]))
        #expect(with.warnings.isEmpty, "\(with.warnings)")
        let broken = try load(
            TestPackage(files).write(
                in: scratch, "broken.lottie", extra: [ArchiveFile(path: "f/Own-Face.ttf", bytes: [1, 2])]))
        #expect(broken.warnings.contains { $0.message.contains("the font f/Own-Face.ttf cannot be opened") })
    }
}

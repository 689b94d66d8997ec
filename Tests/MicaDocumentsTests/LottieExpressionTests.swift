import Foundation
import Mica
import QuartzCore
import Testing

@testable import MicaDocuments

/// A document of 20 frames at 10 a second. Its first layer, "Own", has the script on its rotation, whose keys go from 0 at frame
/// 5 to 100 at frame 15; its position and opacity have theirs.
private func document(
    _ rotation: String, keys: String? = "[{\"t\":5,\"s\":[0]},{\"t\":15,\"s\":[100]}]", position: String? = nil,
    path: String? = nil,
    text: String? = nil, color: String? = nil
) -> [UInt8] {
    func script(_ text: String?) -> String { text.map { ",\"x\":\(ScriptPrinter.quoted($0))" } ?? "" }
    func control(_ name: String, _ type: Int, _ value: String) -> String {
        "{\"ty\":5,\"nm\":\"\(name)\",\"mn\":\"ADBE \(name) Control\",\"ix\":1,\"ef\":[{\"ty\":\(type),\"nm\":\"In\",\"mn\":\"ADBE \(name) Control-0001\",\"ix\":1,\"v\":\(value)}]}"
    }
    let ramp = "{\"a\":1,\"k\":[{\"t\":0,\"s\":[0]},{\"t\":10,\"s\":[100]}]}"
    let controls = [
        control("Slider", 0, ramp), control("Color", 2, "{\"k\":[1,0.5,0,1]}"), control("Point", 3, "{\"k\":[3,4]}"),
        control("Checkbox", 4, "{\"k\":1}"), control("Layer", 10, "{\"k\":3}"), control("Off", 7, "{\"k\":0}"),
    ]
    let square =
        "{\"v\":[[0,0],[10,0],[10,10],[0,10]],\"i\":[[0,0],[0,0],[0,0],[0,0]],\"o\":[[0,0],[0,0],[0,0],[0,0]],\"c\":true}"
    let own = """
        {"ty":4,"nm":"Own","ind":1,"parent":2,"ip":0,"op":20,"st":0,"ks":{"p":{"k":[10,20,0],"ix":2\(script(position))},
        "s":{"k":[100,100,100],"ix":6},"r":{"a":1,"ix":10,"k":\(keys ?? "30")\(script(rotation))}},"shapes":[
        {"ty":"gr","nm":"Group","ix":1,"it":[{"ty":"sh","nm":"Path 1","ix":1,"ks":{"ix":2,"k":\(square)\(script(path))}},
        {"ty":"el","nm":"Ellipse","ix":2,"s":{"k":[8,6],"ix":2},"p":{"k":[1,2],"ix":3}},
        {"ty":"st","nm":"Line","ix":3,"c":{"k":[0,0,1,1],"ix":3},"o":{"k":100,"ix":4},"w":{"k":2,"ix":5}},
        {"ty":"fl","nm":"Paint","ix":4,"c":{"k":[1,0,0,1],"ix":4\(script(color))},"o":{"k":50,"ix":5}},
        {"ty":"tr","p":{"k":[100,0],"ix":2},"s":{"k":[100,100],"ix":3},"r":{"k":7,"ix":6},"o":{"k":100,"ix":7}}]}]}
        """
    let null = """
        {"ty":3,"nm":"Control","ind":2,"ip":0,"op":20,"st":5,"ks":{"p":{"k":[50,60,0],"ix":2},"s":{"k":[200,200,100],"ix":6},
        "r":{"k":90,"ix":10}},"ef":[\(controls.joined(separator: ","))]}
        """
    let mask = "{\"nm\":\"Mask 1\",\"mode\":\"a\",\"pt\":{\"k\":\(square)},\"o\":{\"k\":40},\"x\":{\"k\":3}}"
    let solid = """
        {"ty":1,"nm":"Solid","ind":3,"ip":5,"op":15,"st":0,"sw":40,"sh":30,"sc":"#00ff00","ks":{"o":{"k":80,"ix":11}},
        "masksProperties":[\(mask)]}
        """
    let words = """
        {"ty":5,"nm":"Words","ind":4,"ip":0,"op":20,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"Hello","f":"Helvetica","s":20,
        "fc":[0,0,0]}}]\(script(text))},"a":[],"m":{},"p":{}}}
        """
    let inner =
        "{\"ty\":0,\"nm\":\"Inside\",\"ind\":5,\"refId\":\"c\",\"w\":70,\"h\":50,\"ip\":0,\"op\":20,\"st\":0,\"ks\":{}}"
    let asset =
        "{\"id\":\"c\",\"nm\":\"Inner\",\"layers\":[{\"ty\":3,\"nm\":\"Deep\",\"ind\":1,\"ip\":0,\"op\":20,\"ks\":{\"r\":{\"k\":12}}}]}"
    return Array(
        """
        {"v":"5.7","fr":10,"ip":0,"op":20,"w":200,"h":100,"nm":"Main","assets":[\(asset)],
        "markers":[{"cm":"go","tm":4,"dr":2},{"cm":"stop","tm":12,"dr":0}],
        "fonts":{"list":[{"fName":"Helvetica","fFamily":"Helvetica","fStyle":"Regular"}]},
        "layers":[\([own, null, solid, words, inner].joined(separator: ","))]}
        """.utf8)
}

private func read(
    _ bytes: [UInt8], work: LottieWork = LottieWork(), library: String = ExpressionEngine.library
) throws -> (composition: LottieComposition, warnings: [String]) {
    let diagnostics = LottieDiagnostics(file: "e.json", bytes: bytes)
    let value = LottieExpressions.applied(
        to: try JSONParser.parse(bytes, file: "e.json"), diagnostics: diagnostics, work: work, player: .specification,
        library: library)
    let sampling = LottieSampling(limit: 100_000)
    let composition = try LottieReader(diagnostics, sampling: sampling, player: .specification).read(value)
    return (composition, diagnostics.warnings.map { "\($0)" })
}

/// The rotation that a script gives at a frame. A script that fails gives none.
private func number(_ script: String, at frame: Double = 10, keys: String? = nil) throws -> Double {
    let (composition, warnings) = try read(document(script, keys: keys))
    #expect(warnings == [], "\(script)")
    return composition.layers[0].transform.rotation.value(at: frame)
}

private let keys = "[{\"t\":5,\"s\":[0]},{\"t\":15,\"s\":[100]}]"

private func check(
    _ list: [(script: String, expected: Double)], at frame: Double = 10, keys: String? = nil,
    _ location: SourceLocation = #_sourceLocation
) throws {
    for (script, expected) in list {
        let value = try number(script, at: frame, keys: keys)
        #expect(abs(value - expected) < 1e-6, "\(script) gives \(value), not \(expected)", sourceLocation: location)
    }
}

/// Values of expressions, as documented.
@Suite struct LottieExpressionTests {
    @Test func exporters_and_plain_scripts_give_their_last_value() throws {
        try check([
            ("var $bm_rt;\n$bm_rt = $bm_sum(value, 5);", 35), ("value + 5", 35),
            ("var $bm_rt;\n$bm_rt = $bm_mul($bm_sub(value, 10), 2);", 40),
            ("if (time > 0.5) { 1 } else { 2 }", 1), ("a = 3; b = 4; Math.sqrt(a * a + b * b)", 5),
            ("var x = value * 2;", 60),
            ("$bm_rt = $bm_div($bm_mod(value, 7), 2)", 1), ("$bm_rt = $bm_neg(value)", -30),
            ("try { missing() } catch (e) { 9 }", 9),
        ])
    }

    @Test func later_versions_of_the_language_are_read() throws {
        try check([
            ("const f = (a, b = 2) => a ** b; f(3)", 9), ("let s = 0; for (const x of [1, 2, 3]) s += x; s", 6),
            ("const {a, b: [c, d = 5]} = {a: 1, b: [2]}; a + c + d", 8), ("Math.max(...[1, 9, 4])", 9),
            ("`a${1 + 1}c`.length", 3),
            ("const o = {k: null, f() { return this.k?.x ?? 7 }}; o.f()", 7), ("let i = 1; { let i = 2; } i", 1),
            ("var n = 0; a: for (let i = 0; i < 3; i++) { for (;;) { if (i == 1) continue a; n += 10; break } } n", 20),
            ("[3, 1, 2].sort((a, b) => a - b).map(x => x * 2)[2]", 6),
            ("function f(...r) { return r.length } f(1, 2, 3)", 3),
            ("[1, 2, 3].includes(2) && [4, 5].find(x => x > 4) || 0", 5), ("x = 1; x += 2; x <<= 2; x", 12),
        ])
    }

    @Test func lists_are_added_by_dimensions() throws {
        try check([
            ("add([1, 2], [3, 4])[1]", 6), ("sub([1, 2], [3, 5])[1]", -3), ("mul([1, 2], 3)[1]", 6),
            ("div([4, 8], 4)[1]", 2),
            ("mod(7, 4)", 3), ("([1, 2] + [3, 4])[0]", 4), ("([1, 2] * 5)[1]", 10), ("(-[1, 2])[1]", -2),
            ("dot([1, 2, 3], [4, 5, 6])", 32),
            ("cross([1, 0, 0], [0, 1, 0])[2]", 1), ("length([3, 4])", 5), ("length([1, 1], [4, 5])", 5),
            ("normalize([3, 4])[0]", 0.6),
            ("clamp(15, 0, 10)", 10), ("clamp([-5, 5, 50], 0, 10)[2]", 10), ("lookAt([0, 0, 0], [0, 0, 10])[0]", 0),
            ("lookAt([0, 0, 0], [10, 0, 0])[1]", 90),
        ])
    }

    @Test func interpolations_begin_and_end_where_they_say() throws {
        try check([
            ("linear(0.25, 10, 20)", 12.5), ("linear(3, 2, 4, 0, 10)", 5), ("linear(9, 2, 4, 0, 10)", 10),
            ("linear(1, 2, 4, 0, 10)", 0),
            ("linear(0.5, [0, 0], [2, 4])[1]", 2), ("ease(0.25, 0, 1)", 0.15625), ("ease(0.5, 0, 8)", 4),
            ("easeIn(0, 0, 1)", 0),
            ("easeIn(1, 0, 1)", 1), ("easeIn(0.5, 0, 1) < 0.5", 1), ("easeOut(0.5, 0, 1) > 0.5", 1),
            ("easeIn(0.3, 0, 1) + easeOut(0.7, 0, 1)", 1),
        ])
    }

    @Test func colours_angles_and_times_are_converted() throws {
        try check([
            ("rgbToHsl([1, 0, 0, 1])[0]", 0), ("rgbToHsl([0, 1, 0, 1])[0]", 1.0 / 3),
            ("rgbToHsl([0.5, 0.5, 0.5, 1])[1]", 0),
            ("hslToRgb([2 / 3, 1, 0.5, 1])[2]", 1), ("hslToRgb(rgbToHsl([0.2, 0.6, 0.4, 1]))[1]", 0.6),
            ("hexToRgb('#ff8000')[1]", 128.0 / 255),
            ("degreesToRadians(180)", Double.pi), ("radiansToDegrees(Math.PI / 2)", 90), ("timeToFrames(1.5)", 15),
            ("timeToFrames()", 10),
            ("timeToFrames(0.29, 100)", 29), ("framesToTime(5)", 0.5), ("framesToTime(6, 24)", 0.25),
            ("timeToTimecode(61.5, 10) == '00:01:01:05'", 1),
        ])
    }

    @Test func loops_repeat_keys() throws {
        try check(
            [
                ("loopOut()", 30), ("loopOut('cycle')", 30), ("loopOut('pingpong')", 70), ("loopOut('offset')", 130),
                ("loopOut('continue')", 130),
                ("loopOut('cycle', 1)", 30), ("loopOutDuration('cycle', 0.5)", 80), ("loopIn()", 100),
            ], at: 18, keys: keys)
        try check(
            [
                ("loopIn()", 70), ("loopIn('pingpong')", 30), ("loopIn('offset')", -30), ("loopIn('continue')", -30),
                ("loopInDuration('cycle', 0.5)", 20), ("loopOut()", 0), ("thisProperty.loopIn('Cycle')", 70),
            ], at: 2, keys: keys)
        let three = "[{\"t\":0,\"s\":[500]},{\"t\":5,\"s\":[0]},{\"t\":10,\"s\":[100]}]"
        try check(
            [("loopOut('cycle', 1)", 60), ("loopOut('cycle', 0)", 200), ("loopOut('pingpong', 1)", 40)], at: 13,
            keys: three)
    }

    @Test func keys_and_values_at_other_times_are_known() throws {
        try check(
            [
                ("numKeys", 2), ("key(1).time", 0.5), ("key(2).value", 100), ("nearestKey(1.4).index", 2),
                ("nearestKey(time).time", 0.5),
                ("valueAtTime(0.7)", 20), ("thisProperty.valueAtTime(5)", 100), ("velocityAtTime(1)", 100),
                ("speedAtTime(1.2)", 100),
                ("velocity", 100), ("smooth(0.2, 5)", 40), ("value", 40), ("time", 0.9),
                ("thisComp.layer('Control').effect('Slider')('In').valueAtTime(0.3)", 30),
                ("thisComp.layer('Control').effect('Slider')('In').key(2).time", 1), ("posterizeTime(2); time", 0.5),
                ("posterizeTime(2); value", 0),
            ], at: 9, keys: keys)
    }

    @Test func layers_and_controls_are_found_by_name_and_index() throws {
        let control = "thisComp.layer('Control')"
        try check([
            ("\(control).effect('Slider')('In')", 100), ("\(control).effect(1)(1)", 100),
            ("\(control).effect('ADBE Slider Control')('ADBE Slider Control-0001')", 100),
            ("thisComp.layer(2).effect('Slider')('In')", 100),
            ("thisComp.layer(thisLayer, 1)('Effects')('Slider')('In')", 100),
            ("\(control)(4)('Slider')(1)", 100), ("\(control).effect('Color')('In')[1]", 0.5),
            ("\(control).effect('Point')('In')[1]", 4),
            ("\(control).effect('Layer')('In').transform.opacity", 80),
            ("if (\(control).effect('Off')('In')) 1; else 2", 2),
            ("\(control).effect('Checkbox')('In') ? 5 : 6", 5),
            ("\(control).effect('Checkbox')('In') === 1 ? 5 : 6", 5),
            ("\(control).transform.scale[0]", 200), ("\(control).position[1]", 60), ("thisComp.numLayers", 5),
            ("index", 1), ("thisLayer.index", 1),
            ("thisComp.layer('Solid').width", 40), ("thisComp.layer('Solid').height", 30),
            ("thisComp.layer('Solid').inPoint", 0.5),
            ("thisComp.layer('Solid').active", 1), ("thisComp.layer('Control').startTime", 0.5), ("hasParent", 1),
            ("parent.transform.rotation", 90),
            ("thisComp.width + thisComp.height", 300), ("thisComp.duration", 2), ("thisComp.frameDuration", 0.1),
            ("comp('Inner').layer('Deep').rotation", 12),
            ("thisComp.layer('Inside').source.layer(1).transform.rotation", 12),
            ("thisComp.layer('Solid').mask('Mask 1').maskOpacity", 40),
            ("thisComp.layer('Solid').mask(1).maskExpansion", 3),
            ("thisComp.marker.key('stop').time", 1.2), ("thisComp.marker.key(1).duration", 0.2),
            ("thisComp.marker.nearestKey(1).index", 2),
            ("thisComp.marker.numKeys", 2), ("name == 'Own' ? 1 : 0", 1),
            ("thisComp.layer('Words').text.sourceText.length", 5),
            ("thisComp.layer('Words').text.sourceText.value == 'Hello'", 1),
            ("eval('thisLayer.parent.rotation') + 1", 91),
        ])
    }

    @Test func contents_of_shapes_are_found() throws {
        try check([
            ("content('Group').content('Ellipse').size[0]", 8), ("content('Group').content('Paint').opacity", 50),
            ("content('Group').content('Line').strokeWidth", 2), ("content('Group').transform.rotation", 7),
            ("content(1).content(2).position[1]", 2),
            ("thisLayer('ADBE Root Vectors Group')('Group')('Transform')('Position')[0]", 100),
            ("thisLayer(2)('Group')(2)('Ellipse')(2)[1]", 6), ("content('Group')('ADBE Vector Transform Group')(6)", 7),
            ("content('Group').content('Path 1').path.points()[2][1]", 10),
            ("content('Group').content('Path 1').path.isClosed()", 1),
            ("content('Group').content('Path 1').path.pointOnPath(0.375)[1]", 5),
            ("content('Group')(2)('Path 1')(2).points().length", 4),
            ("thisProperty.propertyGroup(1)('Scale')[0]", 100), ("thisProperty.propertyIndex", 10),
            ("thisLayer(2)(1)._name.length", 5),
        ])
    }

    @Test func spaces_of_layers_are_converted() throws {
        // The parent is at (50, 60), twice as large and turned by a right angle; the layer at (10, 20) in it.
        try check([
            ("rot = 0; thisLayer.toComp([0, 0])[0]", 10), ("thisLayer.toComp([0, 0])[1]", 80),
            ("parent.toComp([1, 0])[1]", 62),
            ("parent.fromComp([50, 62])[0]", 1), ("parent.toWorld([0, 1])[0]", 48), ("parent.toCompVec([1, 0])[1]", 2),
            ("parent.fromComp(parent.toComp([3, 7]))[1]", 7), ("thisComp.layer('Solid').toComp([3, 4])[1]", 4),
        ])
    }

    @Test func bounds_of_content_are_those_drawn() throws {
        // Down to the square's corner, up to the ellipse: half axes of 4 and 3 around (1, 2), turned with the group.
        let (s, c) = (sin(7 * Double.pi / 180), cos(7 * Double.pi / 180))
        let height = 10 * c + 10 * s - (s + 2 * c - (16 * s * s + 9 * c * c).squareRoot())
        try check([
            ("thisComp.layer('Solid').sourceRectAtTime().width", 40),
            ("Math.abs(sourceRectAtTime(0, false).height - \(height)) < 0.01", 1),
            ("thisComp.layer('Words').sourceRectAtTime().width > 30", 1),
            ("thisComp.layer('Words').sourceRectAtTime().top < -10", 1),
            ("sourceRectAtTime(0, true).height > sourceRectAtTime(0, false).height", 1),
        ])
        // A box that grows with a text that a script makes.
        let script = "thisComp.layer('Words').sourceRectAtTime().width"
        let (short, _) = try read(document(script, keys: nil, text: "'i'"))
        let (long, _) = try read(document(script, keys: nil, text: "'iiiiiiiiii'"))
        #expect(long.layers[0].transform.rotation.first > 5 * short.layers[0].transform.rotation.first)
    }

    @Test func bounds_have_positions_of_separate_dimensions() throws {
        let group =
            "{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"p\":{\"k\":[0,0]},\"s\":{\"k\":[10,10]},\"r\":{\"k\":0}},"
            + "{\"ty\":\"tr\",\"p\":{\"s\":true,\"x\":{\"k\":30},\"y\":{\"k\":20}}}]}"
        let script = "\"r\":{\"k\":0,\"x\":\"sourceRectAtTime().left + 100 * sourceRectAtTime().top\"}"
        let (composition, warnings) = try read(lottie(shapeLayer(group, ks: script)))
        #expect(warnings == [])
        #expect(composition.layers[0].transform.rotation.first == 25 + 100 * 15)
    }

    @Test func positions_colours_paths_and_texts_have_scripts() throws {
        let (composition, warnings) = try read(
            document(
                "value", position: "value + [time * 10, 0]", path: "createPath([[0, 0], [20, 0]], [], [[5, 5]], false)",
                text: "'Frame ' + Math.floor(time * 2)", color: "[0, time, 1, 1]"))
        #expect(warnings == [])
        let position = composition.layers[0].transform.position
        #expect(position.value(at: 10) == SIMD3(20, 20, 0))
        #expect(position.keys.count == 2)
        guard case .shapes(let items) = composition.layers[0].content, case .group(let inner, _, _) = items[0],
            case .outline(let outline) = inner[0], case .paint(let paint) = inner[3],
            case .plain(let color) = paint.color,
            case .text(let text) = composition.layers[3].content
        else {
            Issue.record("the layers have other contents")
            return
        }
        #expect(outline.first.vertices.map { $0.point } == [SIMD2(0, 0), SIMD2(20, 0)])
        #expect(outline.first.vertices[0].leaving == SIMD2(5, 5))
        #expect(outline.first.isClosed == false)
        #expect(abs(color.value(at: 4).y - 0.4) < 1e-9)
        #expect(
            text.documents.keys.map { $0.value.value.text } == ["Frame 0", "Frame 1", "Frame 2", "Frame 3", "Frame 4"])
        #expect(text.documents.keys.map { $0.time } == [0, 5, 10, 15, 20])
    }

    @Test func properties_in_a_circle_have_their_values_without_scripts() throws {
        let rotation = "thisLayer.position[0] + 1", position = "[rotation + 1, 0]"
        let (composition, warnings) = try read(document(rotation, keys: nil, position: position))
        #expect(warnings == [])
        // The rotation asks for the position, which finds the rotation asked for already: 30 + 1 + 1.
        #expect(composition.layers[0].transform.rotation.first == 32)
        #expect(composition.layers[0].transform.position.first.x == 12)
    }
}

/// Values are the same whenever, however often and in whatever order they are computed.
@Suite struct LottieExpressionTimeTests {
    private static let random = [
        "wiggle(3, 20)", "random(100)", "seedRandom(5, true); random(10, 20)", "gaussRandom()",
        "noise([time, 3.3]) * 50", "Math.random()",
        "seedRandom(index); wiggle(2, 10, 3, 0.7)",
    ]

    @Test(arguments: random) func random_numbers_are_the_same_each_time(script: String) throws {
        let frames = (0...20).map { Double($0) }
        let first = try read(document(script, keys: nil)).composition.layers[0].transform.rotation
        let second = try read(document(script, keys: nil)).composition.layers[0].transform.rotation
        #expect(frames.map { first.value(at: $0) } == frames.map { second.value(at: $0) })
        if !script.contains("true") { #expect(Set(frames.map { first.value(at: $0) }).count > 10) }
    }

    @Test func random_numbers_lie_within_their_limits() throws {
        try check([
            ("var ok = 1; for (var i = 0; i < 200; i++) { var r = random(3, 5); if (r < 3 || r >= 5) ok = 0 } ok", 1),
            (
                "var n = 0; for (var i = 0; i < 2000; i++) { var r = gaussRandom(0, 1); if (r >= 0 && r <= 1) n++ } n > 1740 && n < 1860",
                1
            ),
            (
                "var ok = 1; for (var i = 0; i < 200; i++) { var r = noise(i * 0.37); if (Math.abs(r) > 1) ok = 0 } ok",
                1
            ),
            ("random([1, 2], [3, 4]).length", 2),
            ("seedRandom(1, true); a = random(); seedRandom(1, true); a == random()", 1),
            ("seedRandom(1, true); a = random(); seedRandom(2, true); a == random()", 0),
            (
                "var most = 0; for (var i = 0; i < 100; i++) most = Math.max(most, Math.abs(wiggle(5, 10, 1, 0.5, i / 7) - value)); most > 5 && most <= 10",
                1
            ),
        ])
    }

    @Test func frames_are_the_same_forwards_and_backwards() throws {
        let bytes = document(
            "0.05 * wiggle(4, 60) + 0.02 * loopOut('pingpong')",
            position: "[random(10) - 105, 8 * Math.sin(time * 5) - 20]", color: "[random(), 0.5, 1, 1]")
        func pictures(_ frames: [Int]) throws -> [Int: [UInt32]] {
            let loaded = try LottieFile.read(bytes, file: "e", images: LottieImages(nil), values: [])
            let renderer = LayerRenderer(layer: loaded.rootLayer, threads: 1)
            var result: [Int: [UInt32]] = [:]
            for frame in frames { result[frame] = renderer.bitmap(at: Double(frame) / 10).pixels }
            return result
        }
        let forwards = try pictures(Array(0..<20)), backwards = try pictures(Array((0..<20).reversed())),
            one = try pictures([13])
        #expect(forwards == backwards)
        #expect(one[13] == forwards[13])
        #expect(Set(forwards.values).count > 15)
    }

    @Test func scripts_leave_nothing_behind() throws {
        try check(
            [
                ("var seen = this.count; this.count = 1; seen === undefined ? 1 : 0", 1),
                ("Array.prototype.extra = 5; [].extra === undefined", 1),
                ("Math.extra = 5; Math.extra === undefined", 1),
                ("String.prototype.trim = 5; typeof 'a'.trim == 'function'", 1),
                (
                    "thisComp.extra = 1; thisLayer.extra = 1; thisComp.extra === undefined && thisLayer.extra === undefined",
                    1
                ),
                ("leaked = (typeof leaked == 'undefined') ? 1 : 2; leaked", 1),
                ("p = transform.position; p[0] = 99; transform.position[0]", 10),
                ("Object.prototype.extra = 1; ({}).extra === undefined", 1),
                ("linear.extra = 1; linear.extra === undefined", 1),
            ], at: 20)
    }

    @Test func an_engine_that_was_used_has_the_steps_of_a_new_one() throws {
        final class Host: ExpressionHost {
            func answer(
                _ question: ExpressionQuestion, _ numbers: [Double], _ text: String
            ) throws(ScriptError) -> ExpressionValue { .nothing }
        }
        let host = Host()
        func steps(_ use: (ExpressionEngine) -> Void = { _ in }) throws -> Int64 {
            let engine = try ExpressionEngine(host: host)
            defer { use(engine) }
            return engine.steps
        }
        let new = try steps { $0.steps = -5 }
        // Engines that others use at the same time are as new.
        for _ in 0..<10 { #expect(try steps { $0.steps = -5 } == new) }
        #expect(new > 0)
    }

    @Test func dates_have_no_clock_and_no_zone() throws {
        try check([
            ("new Date().getTime()", 0), ("Date.now()", 0), ("new Date(2020, 0, 2, 12).getTime() / 3600000", 438324),
            ("new Date('2024-02-29T12:00:00Z').getDate()", 29), ("new Date(2024, 1, 29).getDay()", 4),
            ("new Date().getTimezoneOffset()", 0),
            ("new Date(86400000).toISOString() == '1970-01-02T00:00:00.000Z'", 1),
            ("new Date(2021, 5, 1).getFullYear()", 2021),
        ])
    }

    @Test func patterns_match_as_the_language_says() throws {
        try check([
            ("'a1b22c'.replace(/\\d+/g, '').length", 3), ("'x-y_z'.split(/[-_]/).length", 3),
            ("/^(\\w+)@(\\w+)\\.com$/.exec('me@site.com')[2] == 'site'", 1),
            ("'aBc'.replace(/b/i, '[$&]') == 'a[B]c'", 1), ("/(a)|(b)/.exec('b')[1] === undefined", 1),
            ("'aaa'.match(/a{2}/)[0].length", 2),
            ("'<b><i>'.match(/<.+?>/)[0] == '<b>'", 1), ("/(\\w)\\1/.test('hello')", 1),
            ("'foobar'.search(/(?<=foo)bar/)", 3),
            ("/x(?!y)/.test('xy')", 0), ("'1,234'.replace(',', '')", 1234), ("'a.b'.split('.').length", 2),
            ("(1234567.891).toLocaleString() == '1,234,567.891'", 1), ("'ab'.replace(/(a)(b)/, '$2$1') == 'ba'", 1),
        ])
    }

    @Test func only_what_changes_has_keys() throws {
        let (composition, _) = try read(document("value * 2", keys: nil, position: "[time < 1 ? 0 : 5, 0]"))
        #expect(composition.layers[0].transform.rotation.keys.count == 1)
        #expect(composition.layers[0].transform.position.keys.map { $0.time } == [0, 9, 10, 20])
    }
}

/// Scripts that fail, and scripts that do not end.
@Suite struct LottieExpressionLimitTests {
    @Test func a_failure_says_where_and_leaves_the_value() throws {
        let (composition, warnings) = try read(
            document("var a = 1;\nvar b = 2;\n  a.b.c + 1", keys: nil, position: "[1, 2"))
        #expect(composition.layers[0].transform.rotation.first == 30)
        #expect(composition.layers[0].transform.position.first == SIMD3(10, 20, 0))
        #expect(
            warnings.contains {
                $0.hasPrefix("e.json:")
                    && $0.contains("\"Own\" (layers[0]): the expression of ks.r fails at line 3, column 3:")
            })
        #expect(
            warnings.contains {
                $0.contains("the expression of ks.p fails at line 1, column 6: the script ends too early")
            })
        #expect(warnings.count == 2)
    }

    @Test(arguments: [
        ("class A {}", "\"class\" is not supported"), ("foo()", "'foo' undefined"),
        ("thisComp.layer('No')", "there is no layer \"No\""),
        ("effect('No')(1)", "no effect \"No\""), ("0 / 0", "not a number"), ("undefined", "no result"),
        ("throw new Error('mine')", "mine"),
        ("Function('return 1')()", "'Function' undefined"),
        ("(function () {}).constructor('return 1')()", "text is not compiled"),
        ("key(5)", "there is no key 5"), ("loopOut('round')", "no loop \"round\""),
    ]) func failures_say_why(script: String, reason: String) throws {
        let (composition, warnings) = try read(document(script))
        #expect(composition.layers[0].transform.rotation.value(at: 10) == 50)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains(reason) == true, "\(warnings)")
    }

    private static let hostile = [
        "while (true) {}", "for (;;);", "do {} while (1)", "function f() { f() } f()",
        "function f() { return f() + f() } f()",
        "while (true) { try { while (true) {} } catch (e) {} }", "try { while (true) {} } finally { 5 }",
        "var s = 'x'; while (true) s += s",
        "var a = []; while (true) a.push(new Array(10000))", "new Array(4294967295).join('x').length",
        "'x'.repeat(1e9).length",
        "var a = []; a.length = 4294967295; a.indexOf(1)", "Array.prototype.indexOf.call({length: 1e15}, 1)",
        "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')",
        "/(x+x+)+y/.test('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx')",
        "[1, 2, 3].sort(function () { while (true); })", "var o = {toString: function () { while (true); }}; o + ''",
        "var o = {get x() { return this.x }}; o.x", "eval('while (true) {}')",
        "var s = 'eval(s)'; while (true) eval('1 + ' + Math.random())",
        "var a = []; for (var i = 0; i < 1000; i++) a = [a]; JSON.stringify(a).length + a.toString().length + loopForever()",
        "createPath(new Array(1e9), [], [], true)",
        "var s = ''; for (var i = 0; i < 1e6; i++) s += i; s.split('').sort().join('').length",
        "String.fromCharCode.apply(null, {length: 1e9})", "wiggle(1, 1, 1e9); while (true) wiggle(1, 1, 1e9)",
        "while (true) valueAtTime(Math.random())",
        "while (true) { try { null.x } catch (e) {} }",
        "throw {get message() { while (true); }, get stack() { while (true); }}",
        "Object.defineProperty(this, 'time', {get: function () { while (true); }}); while (true) time",
        "a: while (true) { continue a }",
    ]

    @Test(arguments: hostile) func a_script_without_an_end_ends(script: String) throws {
        let start = ContinuousClock.now
        let (composition, warnings) = try read(document(script))
        #expect(composition.layers[0].transform.rotation.value(at: 10) == 50)
        #expect(warnings.count == 1, "\(warnings)")
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test(arguments: ["((((((((((", "a.b", "a+b*", "[[[[[", "{{{{{", "!!!!!", "if(1)", "()=>"])
    func deep_scripts_are_refused(part: String) throws {
        let script = String(repeating: part, count: 20_000)
        let (composition, warnings) = try read(document(script))
        #expect(composition.layers[0].transform.rotation.value(at: 10) == 50)
        #expect(warnings.count == 1, "\(warnings)")
    }

    @Test func the_document_has_a_budget() throws {
        // Each value is within its own limit: all of them are not.
        let script = "for (var i = 0; i < 100000; i++); time"
        var work = LottieWork()
        work.samples = 20_000
        let (composition, warnings) = try read(document(script, position: script), work: work)
        #expect(composition.layers[0].transform.rotation.value(at: 10) == 50)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("too many steps: from layers[0].ks.") == true)
    }

    @Test func many_values_change_in_larger_steps() throws {
        var work = LottieWork()
        work.samples = 50
        let (composition, warnings) = try read(document("Math.pow(time, 2)", keys: nil), work: work)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("in steps of 3 frames") == true)
        #expect(composition.layers[0].transform.rotation.keys.map { $0.time } == [0, 3, 6, 9, 12, 15, 18, 20])
    }

    @Test func without_the_library_values_without_scripts_are_used() throws {
        let (composition, warnings) = try read(document("5", position: "[1, 2]"), library: "libnone.so.1")
        #expect(composition.layers[0].transform.rotation.value(at: 10) == 50)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("2 expressions, which need the library libduktape") == true)
    }

    /// Each layer asks for the rotation of the next one; the last one has 7 degrees.
    private func chain(_ count: Int) -> [UInt8] {
        let layers = (0..<count).map { layer -> String in
            let script = ",\"x\":\"thisComp.layer(\(layer + 2)).rotation + 1\""
            let rotation = layer == count - 1 ? "{\"k\":7}" : "{\"k\":0\(script)}"
            return "{\"ty\":3,\"nm\":\"L\",\"ind\":\(layer + 1),\"ip\":0,\"op\":10,\"ks\":{\"r\":\(rotation)}}"
        }
        return lottie(layers.joined(separator: ","))
    }

    @Test func chains_of_values_are_limited() throws {
        let short = try read(chain(30))
        #expect(short.warnings == [] && short.composition.layers[0].transform.rotation.first == 36)
        let long = try read(chain(60))
        let rotations = long.composition.layers.map(\.transform.rotation.first)
        #expect(rotations[0] == 0 && rotations[30] == 36)
        #expect(!long.warnings.isEmpty && long.warnings.allSatisfy { $0.contains("chain of more than 40") })
        // A chain that an earlier time of a value keeps open.
        let circle = try read(
            document(
                "thisLayer.position.valueAtTime(time - 1)[0]", keys: nil,
                position: "[rotation.valueAtTime(time - 1), 0]"))
        #expect(circle.warnings.contains { $0.contains("chain of more than 40") })
    }
}

import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCodecs
import MicaImageFiles
import QuartzCore
import TestSupport
import Testing

@testable import MicaDocuments

/// Documents as trees of layers.
@Suite struct DocumentTests {
    private func write(_ inner: String, to scratch: Scratch, at directory: String = "a.ca", isFlipped: Bool? = nil)
        throws
    {
        try scratch.write(
            directory + "/main.caml", "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\(inner)</caml>")
        if let isFlipped {
            let list =
                "<plist version=\"1.0\"><dict><key>rootDocument</key><string>main.caml</string><key>geometryFlipped</key><\(isFlipped)/></dict></plist>"
            try scratch.write(directory + "/index.xml", list)
        }
    }

    private func load(_ inner: String, isFlipped: Bool? = nil) throws -> Document {
        let scratch = try Scratch()
        try write(inner, to: scratch, isFlipped: isFlipped)
        return try Document.load(scratch.url.appendingPathComponent("a.ca"))
    }

    @Test func large_files_load_and_larger_ones_name_the_option_that_raises_the_limit() throws {
        // Once 32 MB and 400,000 elements were the most.
        let layers = String(repeating: "<CALayer/>", count: 400_001), space = String(repeating: " ", count: 33 << 20)
        let document = try load("<CALayer bounds=\"0 0 2 2\"><sublayers>\(layers)</sublayers>\(space)</CALayer>")
        #expect(document.size == CGSize(width: 2, height: 2))
        do {
            _ = try load("<CALayer bounds=\"0 0 2 2\">\(space)\(space)</CALayer>")
            Issue.record("a file of 66 MB was read")
        } catch let error as DocumentError {
            #expect(error.kind == .refused && error.reason.contains("--large"))
        }
    }

    private func root(_ document: Document, part: Int = 0) throws -> CALayer {
        try #require(document.rootLayer.sublayers?[part].sublayers?.first)
    }

    @Test func texts_on_too_many_pixels_are_left_out_with_a_warning() throws {
        let texts = ["5000 5000", "5000 5000", "100 100"].map {
            "<CATextLayer bounds=\"0 0 \($0)\" string=\"text\"/>"
        }
        let document = try load("<CALayer bounds=\"0 0 30 40\"><sublayers>\(texts.joined())</sublayers></CALayer>")
        let layers = try #require(try root(document).sublayers?.compactMap { $0 as? CATextLayer })
        #expect(layers.map { $0.string as? String } == ["text", nil, "text"])
        #expect(document.warnings.filter { $0.message.contains("48 million pixels") }.count == 1)
    }

    @Test func texts_count_in_pixels_of_their_scale() throws {
        let text = "<CATextLayer bounds=\"0 0 100 100\" contentsScale=\"10000\" string=\"text\"/>"
        let document = try load("<CALayer bounds=\"0 0 30 40\"><sublayers>\(text)</sublayers></CALayer>")
        let layer = try #require(try root(document).sublayers?.first as? CATextLayer)
        #expect(layer.string == nil && document.warnings.contains { $0.message.contains("48 million pixels") })
    }

    @Test func root_is_centred_and_the_y_axis_points_up_unless_the_index_says_otherwise() throws {
        let inner = "<CALayer bounds=\"0 0 30 40\" position=\"500 0\" anchorPoint=\"0 1\"/>"
        for (isFlipped, expected) in [(nil, true), (false, true), (true, false)] as [(Bool?, Bool)] {
            let document = try load(inner, isFlipped: isFlipped)
            #expect(document.size == CGSize(width: 30, height: 40))
            #expect(document.rootLayer.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
            #expect(document.rootLayer.sublayers?.first?.isGeometryFlipped == expected)
            #expect(try root(document).frame == CGRect(x: 0, y: 0, width: 30, height: 40))
            #expect(document.name == "a.ca")
        }
    }

    @Test func text_layers_are_drawn_upright() throws {
        let inner = """
            <CALayer bounds="0 0 60 40"><sublayers>
            <CATextLayer frame="0 0 60 40" string="HL" font="Helvetica-Bold" fontSize="20" foregroundColor="1 0 0"
            alignmentMode="right" wrapped="1" truncationMode="end"/></sublayers></CALayer>
            """
        var pictures: [Bitmap] = []
        for isFlipped in [false, true] {
            let document = try load(inner, isFlipped: isFlipped)
            #expect(document.warnings == [])
            let text = try #require(try root(document).sublayers?.first as? CATextLayer)
            #expect(text.string as? String == "HL" && text.font as? String == "Helvetica-Bold" && text.fontSize == 20)
            #expect(text.alignmentMode == .right && text.isWrapped && text.truncationMode == .end)
            pictures.append(LayerRenderer(layer: document.rootLayer).bitmap(at: 0))
        }
        // The same letters at the top, whichever way the document's y points.
        #expect(pictures[0] == pictures[1])
        let rows = (0..<40).filter { y in (0..<60).contains { pictures[0][$0, y] >> 24 > 128 } }
        #expect(rows.first.map { $0 < 10 } == true && rows.last == 17)
        // The foot of the L is wide, its top narrow.
        func count(_ y: Int) -> Int { (0..<60).count { pictures[0][$0, y] >> 24 > 128 } }
        #expect(count(17) > count(6) + 3)
    }

    @Test func values_reach_the_layers() throws {
        let document = try load(
            """
            <CALayer name="top" bounds="0 0 9 9" opacity="0.5" hidden="1" cornerRadius="2" masksToBounds="1" contentsGravity="center" transform.rotation.z="1">
            <backgroundColor opacity="0.5" value="1.25 0 0"/><mask bounds="0 0 2 2"/>
            <sublayers><CALayer name="in" frame="1 2 3 4" speed="2"/></sublayers></CALayer>
            """)
        let layer = try root(document)
        #expect(layer.name == "top")
        #expect(layer.opacity == 0.5)
        #expect(layer.isHidden)
        #expect(layer.masksToBounds)
        #expect(layer.contentsGravity == .center)
        #expect(layer.backgroundColor?.components == [1.25, 0, 0, 0.5])
        #expect(layer.mask?.bounds.width == 2)
        #expect(abs(layer.transform.m12 - sin(1)) < 1e-9)
        #expect(layer.sublayers?.first?.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(layer.sublayers?.first?.speed == 2)
        #expect(document.warnings == [])
    }

    @Test func transforms_apply_the_last_function_first() throws {
        let layer = try root(
            load("<CALayer bounds=\"0 0 9 9\" transform=\"translate(10, 0) scale(2) rotate(90deg)\"/>"))
        let t = layer.transform
        // (1, 0) turns to (0, 1), grows to (0, 2) and moves to (10, 2).
        #expect(abs(t.m11 + t.m41 - 10) < 1e-9)
        #expect(abs(t.m12 + t.m42 - 2) < 1e-9)
    }

    @Test func values_that_do_not_fit_are_warnings_and_never_traps() throws {
        let document = try load(
            """
            <CALayer id="a" bounds="0 0 nan 1" opacity="inf" transform="scale(1e308) scale(1e308)" backgroundColor="nan 0 0">
            <animations>
              <x type="CABasicAnimation" keyPath="position"><toValue type="real" value="1"/></x>
              <y type="CAKeyframeAnimation" keyPath="opacity"/>
              <z type="CASpringAnimation" keyPath="opacity" mass="0"/>
              <w type="CAKeyframeAnimation" keyPath="opacity" calculationMode="round"><values><real value="1"/></values><keyTimes><real value="0"/><real value="1"/></keyTimes></w>
              <v type="CABasicAnimation"/>
            </animations>
            <states><LKState name="A"><elements>
              <LKStateSetValue targetId="a" keyPath="position"><value type="string" value="left"/></LKStateSetValue>
              <LKStateSetValue targetId="a" keyPath="bounds.size.width"><value type="nil"/></LKStateSetValue>
            </elements></LKState></states></CALayer>
            """)
        #expect(document.warnings.count == 10)
        document.apply(state: "A")
        #expect(document.warnings.count == 12)
        #expect(try root(document).animationKeys()?.sorted() == ["w", "x"])
    }

    private let moving = """
        <CALayer bounds="0 0 100 100"><sublayers><CALayer id="m" position="1 2" opacity="0.5"/></sublayers>
        <states>
          <LKState name="A"><elements><LKStateSetValue targetId="m" keyPath="position.x"><value type="integer" value="10"/></LKStateSetValue></elements></LKState>
          <LKState name="B"><elements><LKStateSetValue targetId="m" keyPath="position.y"><value type="integer" value="20"/></LKStateSetValue>
          <LKStateSetValue targetId="m" keyPath="opacity"><value type="real" value="1"/></LKStateSetValue></elements></LKState>
        </states>
        <stateTransitions><LKStateTransition fromState="*" toState="B"><elements>
          <LKStateTransitionElement targetId="m" key="position.y"><animation type="CASpringAnimation" damping="50" mass="2" stiffness="300" mica_autorecalculatesDuration="1" keyPath="position.y" duration="0.8" fillMode="backwards"/></LKStateTransitionElement>
          <LKStateTransitionElement targetId="m" keyPath="opacity"><animation type="CABasicAnimation" duration="3"><fromValue type="real" value="0"/></animation></LKStateTransitionElement>
        </elements></LKStateTransition></stateTransitions></CALayer>
        """

    @Test func states_set_values_and_take_them_back() throws {
        let document = try load(moving)
        let layer = try #require(try root(document).sublayers?.first)
        #expect(document.states == ["A", "B"])
        #expect(document.apply(state: "A"))
        #expect(layer.position == CGPoint(x: 10, y: 2))
        #expect(document.apply(state: "B"))
        #expect(layer.position == CGPoint(x: 1, y: 20))
        #expect(layer.opacity == 1)
        #expect(!document.apply(state: "C"))
        #expect(document.state == "B")
        #expect(document.apply(state: nil))
        #expect(layer.position == CGPoint(x: 1, y: 2))
        #expect(layer.opacity == 0.5)
        #expect(layer.animationKeys() == nil)
    }

    @Test func transitions_animate_from_the_old_values_to_the_new() throws {
        let document = try load(moving)
        let layer = try #require(try root(document).sublayers?.first)
        #expect(document.transition(from: "A", to: "B", at: 5))
        #expect(layer.position == CGPoint(x: 1, y: 20))
        let spring = try #require(layer.animation(forKey: "position.y") as? CASpringAnimation)
        #expect(spring.keyPath == "position.y")
        #expect(spring.beginTime == 5)
        #expect(spring.fillMode == .backwards)
        #expect(spring.duration == spring.settlingDuration)
        #expect(spring.fromValue as? Double == 2)
        #expect(spring.toValue as? Double == 20)
        let basic = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
        #expect(basic.keyPath == "opacity")
        #expect(basic.duration == 3)
        #expect(basic.fromValue as? Double == 0)
        #expect(basic.toValue == nil)
        #expect(!document.transition(from: "A", to: "C"))
    }

    @Test func a_bundle_that_cannot_be_read_leaves_the_others() throws {
        let scratch = try Scratch()
        try write("<CALayer bounds=\"0 0 10 20\"/>", to: scratch, at: "w/x_background.ca")
        try scratch.write("w/x_floating.ca/main.caml", "<caml>\n  <CALayer></caml>")
        try write("<CALayer bounds=\"0 0 5 5\" name=\"front\"/>", to: scratch, at: "w/x_foreground.ca")
        let document = try Document.load(scratch.url.appendingPathComponent("w"))
        #expect(
            document.errors.map(\.description) == [
                "x_floating.ca/main.caml:2:12: error: </caml> does not close <CALayer>, opened at 2:3"
            ])
        #expect(document.rootLayer.sublayers?.count == 2)
        #expect(document.size == CGSize(width: 10, height: 20))
        #expect(try root(document, part: 1).name == "front")
        #expect(document.rootLayer.sublayers?.last?.transform.m11 == 4)
    }

    @Test func a_document_of_which_nothing_can_be_shown_is_an_error() throws {
        let scratch = try Scratch()
        try scratch.write("a.ca/main.caml", "<caml><CALay")
        try scratch.write("b.ca/main.caml", "<caml/>")
        try scratch.write("c.tendies", "no archive")
        for name in ["a.ca", "b.ca", "c.tendies", "none.tendies"] {
            #expect(throws: DocumentError.self) { try Document.load(scratch.url.appendingPathComponent(name)) }
        }
    }

    @Test func images_are_loaded_once_and_their_faults_are_errors() throws {
        let scratch = try Scratch()
        var bitmap = Bitmap(width: 2, height: 1, filledWith: 0xFFFF_FFFF)
        bitmap[1, 0] = 0xFF00_0000
        let png = try PNGEncoder.encode(bitmap)
        try write(
            """
            <CALayer bounds="0 0 9 9"><sublayers>
            <CALayer><contents type="CGImage" src="assets/a%20b.png"/></CALayer><CALayer><contents><CGImage src="assets/a b.png"/></contents></CALayer>
            <CALayer><contents type="CATintedImage"><image A8asL8="1" src="assets/a b.png" type="CGImage"/><tint type="CGColor" opacity="0.5" value="1 0 0"/></contents></CALayer>
            <CALayer><contents type="CGImage" src="assets/cut.png"/></CALayer><CALayer><contents type="CGImage" src="../../secret.png"/></CALayer>
            <CALayer><contents type="CGImage" src="gone.png"/></CALayer></sublayers></CALayer>
            """, to: scratch)
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("a.ca/assets"), withIntermediateDirectories: true)
        try Data(png).write(to: scratch.url.appendingPathComponent("a.ca/assets/a b.png"))
        try Data(png[..<(png.count / 2)]).write(to: scratch.url.appendingPathComponent("a.ca/assets/cut.png"))
        let document = try Document.load(scratch.url.appendingPathComponent("a.ca"))
        let layers = try #require(try root(document).sublayers)
        #expect((layers[0].contents as? CGImage)?.width == 2)
        #expect(layers[0].contents as? CGImage == layers[1].contents as? CGImage)
        #expect((layers[2].contents as? CGImage)?.resource.bitmap().pixels == [0x8080_0000, 0])
        #expect(layers[3].contents == nil)
        #expect(document.errors.map(\.file) == ["assets/cut.png", "../../secret.png", "gone.png"])
        #expect(document.errors.map(\.kind) == [.malformed, .refused, .unreadable])
        #expect(document.errors.last?.reason == "there is no such file in the document (named at main.caml:5:10)")
        #expect(document.warnings == [])
    }

    @Test func images_may_stand_in_the_document_itself() throws {
        let scratch = try Scratch()
        var bitmap = Bitmap(width: 2, height: 1, filledWith: 0xFF00_FF00)
        bitmap[1, 0] = 0xFF00_00FF
        let text = Data(try PNGEncoder.encode(bitmap)).base64EncodedString()
        let folded = text.prefix(20) + "\n      " + text.dropFirst(20)
        try write(
            """
            <CALayer bounds="0 0 9 9"><sublayers>
            <CALayer bounds="0 0 9 9"><contents type="CGImage" src="data:image/jpeg;base64,\(text)"/></CALayer>
            <CALayer bounds="0 0 9 9"><contents type="CGImage" src="data:image/png;base64,\(folded)"/></CALayer>
            <CALayer bounds="0 0 9 9"><contents type="CGImage" src="data:image/png;base64,\(String(repeating: "A", count: 40_000))"/></CALayer>
            <CALayer bounds="0 0 9 9"><contents type="CGImage" src="data:;base64,&amp;"/></CALayer>
            </sublayers></CALayer>
            """, to: scratch)
        let document = try Document.load(scratch.url.appendingPathComponent("a.ca"))
        let layers = try #require(try root(document).sublayers)
        for layer in layers.prefix(2) {
            #expect((layer.contents as? CGImage)?.resource.bitmap().pixels == [0xFF00_FF00, 0xFF00_00FF])
        }
        #expect(layers[2].contents == nil && layers[3].contents == nil)
        #expect(document.errors.count == 2)
        // Errors say where, not the data.
        for error in document.errors {
            #expect(error.description.count < 250 && error.description.contains("main.caml:"))
        }
    }

    @Test func parts_of_different_shapes_fill_the_view_each_by_itself() throws {
        for (name, size) in [
            ("w/9183.Custom-400w-900h@3x~iphone.wallpaper/", CGSize(width: 400, height: 900)),
            ("w/", CGSize(width: 428, height: 926)),
        ] {
            let scratch = try Scratch()
            try write("<CALayer bounds=\"0 0 3176 3176\"/>", to: scratch, at: name + "x_background.ca")
            try write("<CALayer bounds=\"0 0 428 926\"/>", to: scratch, at: name + "x_floating.ca")
            let document = try Document.load(scratch.url.appendingPathComponent("w"))
            #expect(document.size == size)
            #expect(document.rootLayer.bounds.size == size)
            let hosts = try #require(document.rootLayer.sublayers)
            #expect(abs(hosts[0].transform.m11 - size.height / 3176) < 1e-9)
            #expect(abs(hosts[1].transform.m11 - max(size.width / 428, size.height / 926)) < 1e-9)
            #expect(hosts.allSatisfy { $0.position == CGPoint(x: size.width / 2, y: size.height / 2) })
            #expect(document.hasPartsOfDifferentShapes)
            document.fill(CGSize(width: 856, height: 926))
            #expect(document.rootLayer.bounds.size == CGSize(width: 856, height: 926))
            #expect(abs(hosts[0].transform.m11 - 926.0 / 3176) < 1e-9)
            #expect(hosts[1].transform.m11 == 2)
        }
    }

    @Test func states_that_set_filters_which_are_not_there_change_nothing() throws {
        let document = try load(
            """
            <CALayer id="a" bounds="0 0 9 9"><states><LKState name="A"><elements>
              <LKStateSetValue targetId="a" keyPath="filters.blur.inputRadius"><value type="real" value="5"/></LKStateSetValue>
              <LKStateSetValue targetId="a" keyPath="backgroundFilters.blur.inputRadius"><value type="real" value="5"/></LKStateSetValue>
            </elements></LKState></states></CALayer>
            """)
        #expect(document.apply(state: "A"))
        #expect(try root(document).filters == nil)
        #expect(document.apply(state: nil))
        #expect(document.transition(from: "A", to: "A"))
    }

    @Test func backdrop_layers_filter_what_is_behind_them() throws {
        let document = try load(
            """
            <CALayer bounds="0 0 9 9"><sublayers>
            <CABackdropLayer id="b" bounds="0 0 9 9"><filters><CAFilter filter="gaussianBlur" name="gaussianBlur" inputRadius="4"/></filters>
            </CABackdropLayer></sublayers><states><LKState name="A"><elements>
            <LKStateSetValue targetId="b" keyPath="filters.gaussianBlur.inputRadius"><value type="real" value="9"/></LKStateSetValue>
            </elements></LKState></states></CALayer>
            """)
        #expect(document.warnings == [])
        let layer = try #require(try root(document).sublayers?.first)
        #expect(layer.filters == nil && layer.backgroundFilters?.count == 1)
        #expect(document.apply(state: "A"))
        #expect(layer.value(forKeyPath: "backgroundFilters.gaussianBlur.inputRadius") as? Double == 9)
        #expect(document.apply(state: nil))
        #expect(layer.value(forKeyPath: "backgroundFilters.gaussianBlur.inputRadius") as? Double == 4)
    }

    @Test func shadows_of_bounds_have_their_shape() throws {
        let document = try load("<CALayer bounds=\"0 0 20 30\" shadowPathIsBounds=\"1\" cornerRadius=\"4\"/>")
        #expect(document.warnings == [])
        #expect(try root(document).shadowPath?.boundingBox == CGRect(x: 0, y: 0, width: 20, height: 30))
        #expect(
            try load("<CALayer bounds=\"0 0 20 30\" shadowPathIsBounds=\"0\"/>").rootLayer.sublayers?.first?.sublayers?
                .first?.shadowPath == nil)
    }

    @Test func scale_of_the_plane_is_a_key_path() throws {
        let document = try load("<CALayer bounds=\"0 0 20 30\" transform.scale.xy=\"2\"/>")
        #expect(document.warnings == [])
        #expect(try root(document).transform.m22 == 2)
    }

    @Test func key_times_of_documents_are_used_as_they_stand() throws {
        let document = try load(
            """
            <CALayer bounds="0 0 9 9"><animations>
            <animation type="CAKeyframeAnimation" keyPath="opacity" duration="2"><values><real value="1"/><real value="0"/></values>
            <keyTimes><real value="0.25"/><real value="0.75"/></keyTimes></animation></animations></CALayer>
            """)
        #expect(document.warnings == [])
        let layer = try root(document)
        let frames = try #require(
            layer.animationKeys()?.first.flatMap { layer.animation(forKey: $0) } as? CAKeyframeAnimation)
        #expect(frames.keyTimes == [0.25, 0.75])
    }

    @Test func a_markup_file_alone_is_a_document() throws {
        let scratch = try Scratch()
        try write("<CALayer bounds=\"0 0 9 9\"/>", to: scratch)
        #expect(
            try Document.load(scratch.url.appendingPathComponent("a.ca/main.caml")).size == CGSize(width: 9, height: 9))
    }

    @Test(.needs(.wallpapers), arguments: WallpaperDocumentTests.documents) func wallpapers_load_in_every_state(
        name: String
    ) throws {
        let document = try Document.load(OutsideData.file(.wallpapers, "\(name).tendies"))
        #expect(document.errors == [])
        #expect(document.states.count >= 3)
        let warnings = document.warnings
        for state in document.states {
            #expect(document.apply(state: state))
            #expect(document.transition(from: document.states[0], to: state, at: 1))
        }
        #expect(document.warnings == warnings)
        #expect(
            document.size.width
                == (["RainbowSprinkles", "Space", "TintedCubes"].contains(name) ? 3176 : name == "NokiaLV" ? 430 : 390))
    }

    @Test(.needs(.wallpapers)) func spinning_squares_has_its_animations() throws {
        let document = try Document.load(OutsideData.file(.wallpapers, "Spinning_Squares.tendies"))
        let squares = try #require(try root(document).sublayers)
        let animation = try #require(squares[1].animation(forKey: "transform.rotation.z") as? CAKeyframeAnimation)
        #expect(animation.values?.count == 2)
        #expect(animation.repeatCount == .infinity)
        #expect(animation.beginTime == 1e-100)
        #expect(!animation.isRemovedOnCompletion)
    }

    /// Where recordings of a phone show moving layers at rest, in points from the screen's top left: the measured columns of
    /// Tests/Recordings/moments.tsv.
    private static let seen: [(document: String, state: String, layer: String, location: CGPoint)] = [
        ("GitHub", "Locked", "t21eaem97jomfi7mbnm", CGPoint(x: 284.6, y: 293)),
        ("GitHub", "Unlock", "t21eaem97jomfi7mbnm", CGPoint(x: 110.2, y: 299)),
        ("NokiaLV", "Locked", "78zebxqnua3mgct7tph", CGPoint(x: 216.1, y: 199.4)),
        ("Simple_Minecraft_Chest", "Locked", "slbb1mcefrmgjulyll", CGPoint(x: 195, y: 632)),
        ("Simple_Minecraft_Chest", "Unlock", "slbb1mcefrmgjulyll", CGPoint(x: 195.5, y: 160.3)),
        ("Spiderman", "Locked", "2lurlokprakmgcbkgfo", CGPoint(x: 195.4, y: 568.9)),
        ("Spiderman", "Unlock", "2lurlokprakmgcbkgfo", CGPoint(x: 194.2, y: 216.3)),
        ("drukqs", "Locked", "2ed4752i8i1mfy7gz5t", CGPoint(x: 176.7, y: 429.1)),
        ("drukqs", "Unlock", "2ed4752i8i1mfy7gz5t", CGPoint(x: 38, y: 535.6)),
    ]

    @Test(.needs(.wallpapers), arguments: seen.indices) func layers_are_where_the_recordings_show_them(row: Int) throws
    {
        let seen = Self.seen[row]
        let document = try Document.load(OutsideData.file(.wallpapers, "\(seen.document).tendies"))
        #expect(document.apply(state: seen.state))
        let floating = try #require(document.parts.first { $0.role == .floating })
        var layer = try #require(floating.builder.layers[seen.layer])
        var position = layer.position
        while let parent = layer.superlayer {
            if parent.isGeometryFlipped { position.y = parent.bounds.height - position.y }
            if parent === document.rootLayer { break }
            let origin = CGPoint(
                x: parent.position.x - parent.bounds.width * parent.anchorPoint.x,
                y: parent.position.y - parent.bounds.height * parent.anchorPoint.y)
            position = CGPoint(x: origin.x + position.x, y: origin.y + position.y)
            layer = parent
        }
        // The measurement is uncertain by 1 to 4 points; the issue asks for 3 % of the width, 12 points.
        #expect(abs(position.x - seen.location.x) < 4)
        #expect(abs(position.y - seen.location.y) < 4)
    }
}

extension Document {
    /// The bundles of a Core Animation document; none of a Lottie animation.
    var parts: [BundleDocument.Part] { (content as? BundleDocument)?.parts ?? [] }
}

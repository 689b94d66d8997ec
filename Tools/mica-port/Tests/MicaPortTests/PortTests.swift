import Foundation
import MicaPort
import Testing

@Suite struct AttributeTests {
    @Test func attributes_that_cannot_compile_go() {
        #expect(port("@objc(a:) func a(_ b: Int) {}") == " func a(_ b: Int) {}")
        #expect(port("@objcMembers class A {}") == " class A {}")
        #expect(port("class A { @IBOutlet weak var b: C! }") == "class A {  weak var b: C! }")
        #expect(port("@objc\nclass A {}") == "\nclass A {}")
        #expect(port("@UIApplicationMain class A {}") == "@main class A {}")
        #expect(port("class A { @IBAction func a() {} }") == "class A { @MainActor func a() {} }")
    }

    @Test func columns_behind_what_goes_stay() {
        let text = port("class A: B { @objc dynamic var a = f(#keyPath(A.b), \"x\") }").text
        #expect(text == "class A: B {       dynamic var a = f(\"b\"          , \"x\") }")
        #expect(port("let a = #keyPath(A.b)+\"c\"").text == "let a = \"b\"+\"c\"")
    }

    @Test func attributes_that_compile_stay() {
        let source =
            "import UIKit\nclass A { @IBAction func a(_ b: Any) {}; @IBInspectable dynamic var b = 1; @nonobjc let c = 2 }"
        #expect(port(source) == source)
    }

    @Test func managed_property_of_a_layer() {
        #expect(
            port("class L: CALayer { @NSManaged var level: CGFloat }")
                == "class L: CALayer { @QuartzCore.LayerProperty(\"level\") var level: CGFloat = 0 }")
        #expect(
            port("class L: CAShapeLayer { @NSManaged dynamic var c: CGColor? }")
                == "class L: CAShapeLayer { @QuartzCore.LayerProperty(\"c\")  var c: CGColor? = nil }")
        #expect(
            findings("class E: NSManagedObject { @NSManaged var name: String? }").map(\.construct) == ["@NSManaged"])
        #expect(findings("extension E { @NSManaged func add(_ a: Int) }").map(\.construct) == ["@NSManaged"])
    }

    @Test func os_iOS_is_true_where_the_package_asks() {
        let source = "#if os(iOS) || (os(tvOS) && !os(iOS))\nlet a = 1\n#endif"
        #expect(port(source) == source)
        #expect(port(source, ios: true) == "#if true || (os(tvOS) && !true)\nlet a = 1\n#endif")
    }
}

@Suite struct TableMethodTests {
    private let commit =
        "func tableView(_ t: UITableView, commit s: UITableViewCell.EditingStyle, forRowAt p: IndexPath) {}"
    private let move = "func tableView(_ t: UITableView, moveRowAt a: IndexPath, to b: IndexPath) {}"

    @Test func data_sources_say_which_optional_methods_they_have() {
        #expect(
            port("class A: NSObject, UITableViewDataSource { \(commit) }")
                == "class A: NSObject, UITableViewDataSource, TableViewEditCommitting { \(commit) }")
        #expect(
            port("extension A: UITableViewDataSource { \(move); \(commit) }")
                == "extension A: UITableViewDataSource, TableViewRowMoving, TableViewEditCommitting { \(move); \(commit) }"
        )
        #expect(port("extension A { \(commit) }") == "extension A: TableViewEditCommitting { \(commit) }")
        let other = "class A: B { func tableView(_ t: Other, moveRowAt a: Int, to b: Int) {} }"
        #expect(port(other) == other)
    }

    @Test func a_subclass_has_what_its_superclass_has() {
        let source = "class A: UITableViewController { override \(commit) }\nclass B: A { override \(commit) }"
        #expect(
            port(source)
                == "class A: UITableViewController, TableViewEditCommitting { override \(commit) }\nclass B: A { override \(commit) }"
        )
    }
}

@Suite struct SelectorTests {
    private func inside(_ selector: String, _ members: String) -> String {
        let members = members.isEmpty ? "let z = 0" : members
        let text = port("import UIKit\nclass A { \(members); func wire() { use(\(selector)) } }").text
        guard let start = text.range(of: "use("), let end = text.range(of: ") } }", options: .backwards) else {
            return text
        }
        return String(text[start.upperBound..<end.lowerBound])
    }

    @Test func forms_with_labels() {
        #expect(inside("#selector(tap(_:))", "@objc func tap(_ a: Int) {}") == "Selector(\"tap:\", A.tap(_:))")
        #expect(inside("#selector(self.tap(_:))", "@objc func tap(_ a: Int) {}") == "Selector(\"tap:\", A.tap(_:))")
        #expect(inside("#selector(self?.tap(_:))", "@objc func tap(_ a: Int) {}") == "Selector(\"tap:\", A.tap(_:))")
        #expect(inside("#selector(B.C.tap(sender:))", "") == "Selector(\"tapWithSender:\", B.C.tap(sender:))")
        #expect(inside("#selector(move(to:with:))", "") == "Selector(\"moveTo:with:\", A.move(to:with:))")
        #expect(inside("#selector(a(_:b:c:))", "") == "Selector(\"a:b:c:\", checking: A.a(_:b:c:))")
    }

    @Test func bare_names_take_their_labels_from_the_sources() {
        #expect(inside("#selector(tap)", "@objc func tap(_ a: Int) {}") == "Selector(\"tap:\", A.tap(_:))")
        #expect(inside("#selector(tap)", "@objc func tap() {}") == "Selector(\"tap\", A.tap)")
        #expect(
            inside("#selector(A.tap)", "func tap() {}; @objc func tap(with a: Int) {}")
                == "Selector(\"tapWith:\", A.tap(with:))")
        #expect(inside("#selector(unknown)", "") == "Selector(\"unknown\", A.unknown)")
        #expect(inside("#selector(tap)", "@objc(go:) func tap(_ a: Int) {}") == "Selector(\"go:\", A.tap(_:))")
        #expect(inside("#selector(make)", "@objc static func make() {}") == "Selector(\"make\", ofType: A.make)")
    }

    @Test func bare_name_of_a_superclass_in_another_file() {
        let texts = ported(["class B { @objc func tap(_ a: Int) {} }", "class A: B { let s = #selector(tap) }"])
        #expect(texts[1] == "class A: B { let s = Selector(\"tap:\", A.tap(_:)) }")
    }

    @Test func accessors_and_casts() {
        #expect(inside("#selector(getter: level)", "@objc var level = 1") == "Selector(getter: \"level\", \\A.level)")
        #expect(inside("#selector(setter: A.level)", "") == "Selector(setter: \"setLevel:\", \\A.level)")
        #expect(
            inside("#selector(tap as (Int) -> Void)", "@objc func tap(_ a: Int) {}; @objc func tap(_ a: Bool) {}")
                == "Selector(\"tap:\", A.tap(_:) as (A) -> (Int) -> Void)")
        #expect(
            inside("#selector(tap as (Int) -> Void)", "@MainActor func tap(_ a: Int) {}")
                == "Selector(\"tap:\", onMain: { (target: A, first) in target.tap(first) })")
        #expect(
            inside("#selector(tap as (Int) -> Void)", "@objc func tap(_ a: Int) {}") == "Selector(\"tap:\", A.tap(_:))")
    }

    @Test func methods_of_the_main_actor_are_called_in_closures() {
        #expect(
            inside("#selector(self.tap)", "@IBAction func tap(_ a: Any, for b: E) {}")
                == "Selector(\"tap:for:\", onMain: { (target: A, first, second) in target.tap(first, for: second) })")
        #expect(
            inside("#selector(A.tap)", "@MainActor func tap() {}")
                == "Selector(\"tap\", onMain: { (target: A) in target.tap() })")
    }

    @Test func types_around_and_variables() {
        #expect(
            port("class A { class B { @objc func t() {}; let s = #selector(t) } }")
                == "class A { class B {  func t() {}; let s = Selector(\"t\", A.B.t) } }")
        #expect(
            port("func f() { class B { @objc func t() {}; let s = #selector(t) } }")
                == "func f() { class B {  func t() {}; let s = Selector(\"t\", B.t) } }")
        #expect(
            port("let c = Controller()\nlet s = #selector(c.tap(_:))")
                == "let c = Controller()\nlet s = Selector(\"tap:\", Controller.tap(_:))")
        #expect(
            port("@objc protocol P { func a() }\nlet s = #selector(P.a)")
                == " protocol P: AnyObject { func a() }\nlet s = Selector(\"a\", of: (any P).self)")
        let unknown = "let s = #selector(thing.value.tap(_:))"
        #expect(port(unknown) == unknown && findings(unknown).count == 1)
    }

    @Test func over_several_lines() {
        #expect(
            port("class A {\n  let s = #selector(\n    A.tap(_:) // why\n  )\n  let k = #keyPath(\n   A.b\n  )\n}")
                == "class A {\n  let s = Selector(\"tap:\", \n    A.tap(_:) // why\n  )\n  let k = \"b\"\n\n\n}")
    }

    @Test func names_and_imports() {
        #expect(
            port(
                "import UIKit\nclass A { @objc func t(_ a: Int) {}; let s = Selector((\"t:\")); let u = Selector(\"x\") }"
            )
                == "import UIKit\nclass A {  func t(_ a: Int) {}; let s = Selector((\"t:\"), A.t(_:)); let u = Selector(\"x\") }"
        )
        #expect(
            port("import Foundation // F\nlet s = #selector(A.t)")
                == "import Foundation; import CoreGraphics // F\nlet s = Selector(\"t\", A.t)")
        #expect(port("let k = #keyPath(CALayer.bounds.size)") == "let k = \"bounds.size\"")
        #expect(port("let k = #keyPath(title)") == "let k = \"title\"")
    }
}

@Suite struct OptionalRequirementTests {
    private let delegate =
        "import UIKit\n@objc public protocol D: NSObjectProtocol { @objc optional func f(_ a: Int) -> Bool }\n"
    private let changed = """
        import UIKit
         public protocol D: NSObjectProtocol {   func f(_ a: Int) throws(NotImplemented) -> Bool }; public extension D { \
        func f(_ a: Int) throws(NotImplemented) -> Bool { throw NotImplemented() } }

        """

    @Test func optional_method_is_a_requirement_with_a_default() {
        #expect(port(delegate) == changed)
    }

    @Test func calls_lose_their_question_mark() {
        #expect(port(delegate + "let a = d?.f?(1) ?? false") == changed + "let a = (try? d?.f(1)) ?? false")
        #expect(port(delegate + "let a = d!.f!(1)") == changed + "let a = (try! d!.f(1))")
        #expect(
            port(delegate + "func g() { d.f!(1); d.f!(2) }") == changed + "func g() { (try? d.f(1)); (try? d.f(2)) }")
        #expect(
            port("import UIKit\nfunc g() { layer.delegate?.draw?(layer, in: c); a?.done?(3) }")
                == "import UIKit\nfunc g() { (try? layer.delegate?.draw(layer, in: c)); a?.done?(3) }")
    }

    @Test func stored_closure_of_the_same_name_keeps_its_question_mark() {
        let closure = "class C { var f: ((Int) -> Bool)?; weak var d: D?; func g(c: C) { c.f?(1); d?.f?(2) } }"
        let expected = "class C { var f: ((Int) -> Bool)?; weak var d: D?; func g(c: C) { c.f?(1); (try? d?.f(2)) } }"
        #expect(port(delegate + closure) == changed + expected)
    }

    @Test func method_that_is_asked_for_is_a_closure_that_tries() {
        #expect(
            port(
                "import UIKit\n@objc protocol S { @objc optional func a(_ b: Int, c: Int) }\n"
                    + "class C { weak var s: S?; func f() { if let a = self.s?.a { a(1, 2) } } }")
                == "import UIKit\n protocol S: AnyObject {   func a(_ b: Int, c: Int) throws(NotImplemented) }; extension S "
                + "{ func a(_ b: Int, c: Int) throws(NotImplemented) { throw NotImplemented() } }\n"
                + "class C { weak var s: S?; func f() { if let a = (self.s).map({ target in { _ = try? target.a($0, c: $1) } })"
                + " { a(1, 2) } } }")
    }

    @Test func optional_property_is_an_attempt() {
        let text = port(
            "import UIKit\n@objc protocol S { @objc optional var n: Int { get set } }\nclass C { weak var s: S?; var k: Int { s?.n ?? 0 } }"
        )
        #expect(
            text == """
                import UIKit
                 protocol S: AnyObject {   var n: Int { get throws(NotImplemented)  } }; extension S { var n: Int { get \
                throws(NotImplemented) { throw NotImplemented() } } }
                class C { weak var s: S?; var k: Int { (try? s?.n) ?? 0 } }
                """)
    }

    /// As in soberman/ARSLineProgress: another variable of the same name has another type.
    @Test("The receiver of an optional property has the type of the nearest declaration")
    func optionalPropertyOfLocal() {
        let texts = ported([
            "import UIKit\n@objc protocol S { @objc optional weak var v: UIView? { get } }\nvar current: S?",
            "final class C { }\nfunc made() { let s = C(); _ = s }",
            "func a(_ s: S) { s.v?.alpha = 0 }",
            "func b() { if let s = current { if let v = s.v { _ = v } } }",
            "func c(_ s: S?) { guard let s = s else { return }; if let v = s.v { _ = v } }",
            "func d(_ s: C) { _ = s.v }",
        ])
        #expect(texts[0].text.contains("get throws(NotImplemented)") && !texts[0].text.contains("weak"))
        #expect(texts[2] == "func a(_ s: S) { (try? s.v)?.alpha = 0 }")
        #expect(texts[3] == "func b() { if let s = current { if let v = (try? s.v) { _ = v } } }")
        #expect(texts[4] == "func c(_ s: S?) { guard let s = s else { return }; if let v = (try? s.v) { _ = v } }")
        #expect(texts[5] == "func d(_ s: C) { _ = s.v }")
    }

    @Test func closure_of_another_file_keeps_its_question_mark() {
        let texts = ported([
            "import UIKit\n@objc protocol S { @objc optional func turn() }", "class C { var turn: (() -> Void)? }",
            "func f(_ c: C, _ s: S) { c.turn?(); s.turn?() }",
        ])
        #expect(texts[2] == "func f(_ c: C, _ s: S) { c.turn?(); (try? s.turn()) }")
    }

    @Test func optional_elsewhere_is_reported() {
        #expect(findings("class A { @objc optional func f() {} }").map(\.construct) == ["@objc optional"])
        #expect(findings("@objc protocol P { @objc optional init() }").map(\.construct) == ["@objc optional"])
    }

    @Test func nested_protocol_has_its_extension_at_file_level() {
        let text = port("import UIKit\nclass A {\n @objc private protocol P { @objc optional func f() }\n}\n")
        #expect(
            text.text.hasSuffix(
                "}; private extension A.P { func f() throws(NotImplemented) { throw NotImplemented() } }\n"))
    }
}

@Suite struct NetworkingTests {
    @Test func types_of_foundation_networking_bring_their_import() {
        #expect(
            port("import Foundation\nlet s = URLSession.shared").text
                == "import Foundation; import FoundationNetworking\nlet s = URLSession.shared")
        #expect(
            port("import Foundation\nfunc f(_ r: URLRequest?) {}").text
                == "import Foundation; import FoundationNetworking\nfunc f(_ r: URLRequest?) {}")
        #expect(port("import UIKit\nlet s = URLSession.shared").text == "import UIKit\nlet s = URLSession.shared")
        let source =
            "import Foundation\n#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\nlet s = URLSession.shared"
        #expect(port(source).text == source)
        #expect(
            port("import Foundation\nlet u = URL(string: \"URLSession\")").text
                == "import Foundation\nlet u = URL(string: \"URLSession\")")
    }
}

@Suite struct TimerTests {
    @Test func timers_are_those_of_the_module_with_virtual_time() {
        let timer = "let t = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }"
        #expect(port("import UIKit\nimport Foundation\n" + timer).text == "import UIKit\nimport CoreGraphics\n" + timer)
        #expect(
            port("import Foundation\nimport Dispatch\nimport QuartzCore\nvar w: DispatchWorkItem?").text
                == "import CoreGraphics\nimport CoreGraphics\nimport QuartzCore\nvar w: DispatchWorkItem?")
        #expect(
            port("import Foundation\nimport QuartzCore\nvar t: Timer?; let s = URLSession.shared").text
                == "import CoreGraphics; import FoundationNetworking\nimport QuartzCore\nvar t: Timer?; let s = URLSession.shared"
        )
    }

    @Test func other_files_keep_their_imports() {
        for source in [
            "import UIKit\nimport Foundation\nlet d = Date()", "import Foundation\nvar t: Timer?",
            "import UIKit\nimport class Foundation.Timer\nvar t: Timer?",
        ] { #expect(port(source).text == source) }
    }
}

@Suite struct OpenGLESTests {
    @Test func layers_of_opengl_bring_their_import() {
        #expect(
            port("import UIKit\nlet l = CAEAGLLayer()").text == "import UIKit; import OpenGLES\nlet l = CAEAGLLayer()")
        #expect(
            port("import QuartzCore\nlet k = [kEAGLDrawablePropertyColorFormat: 1]").text
                == "import QuartzCore; import OpenGLES\nlet k = [kEAGLDrawablePropertyColorFormat: 1]")
        #expect(port("import GLKit\nvar c: EAGLContext?").text == "import GLKit\nvar c: EAGLContext?")
        #expect(
            port("import OpenGLES.ES2\nimport UIKit\nvar c: EAGLContext?").text
                == "import OpenGLES\nimport UIKit\nvar c: EAGLContext?")
    }
}

@Suite struct ImportTests {
    @Test func a_submodule_of_apples_is_its_module() {
        #expect(port("import UIKit.UIGestureRecognizerSubclass\nlet a = 1").text == "import UIKit\nlet a = 1")
        #expect(port("import OpenGLES.ES2\nlet a = 1").text == "import OpenGLES\nlet a = 1")
        #expect(
            port("import CoreMedia.CMTime\nimport AVFoundation.AVPlayer").text
                == "import CoreMedia\nimport AVFoundation")
        #expect(port("@testable import QuartzCore.CALayer").text == "@testable import QuartzCore")
        #expect(port("import struct UIKit.UIColor").text == "import struct UIKit.UIColor")
        #expect(port("import Other.Part").text == "import Other.Part")
    }
}

@Suite struct CoreFoundationTests {
    @Test func core_foundation_brings_the_import_of_what_has_it() {
        #expect(
            port("import Foundation\nlet t = CFAbsoluteTimeGetCurrent()").text
                == "import Foundation; import CoreGraphics\nlet t = CFAbsoluteTimeGetCurrent()")
        #expect(
            port("import Foundation\nfunc f(_ d: CFDictionary?) {}").text
                == "import Foundation; import CoreGraphics\nfunc f(_ d: CFDictionary?) {}")
        #expect(
            port("import UIKit\nlet m = kCFRunLoopCommonModes").text == "import UIKit\nlet m = kCFRunLoopCommonModes")
        #expect(port("import Foundation\nlet s = \"kCF\"").text == "import Foundation\nlet s = \"kCF\"")
    }
}

@Suite struct ExtensionTests {
    @Test func override_in_an_extension_moves_into_the_class() {
        #expect(
            port(
                "class A: B {\n}\nextension A {\n  override func f(_ a: Int, with b: inout Int) -> Int { super.f(a, with: &b) }\n}"
            )
                == """
                class A: B { override func f(_ p0: Int, with p1: inout Int) -> Int { _mica_A_f(p0, with: &p1) }
                }
                extension A {
                   func _mica_A_f(_ a: Int, with b: inout Int) -> Int { super.f(a, with: &b) }
                }
                """)
    }

    @Test func properties_types_and_other_files() {
        let texts = ported([
            "public class A: B { let x = 1 }",
            "public extension A { override class var layerClass: AnyClass { L.self }\n"
                + "override var v: Int { get { 1 } set { print(newValue) } } }",
        ])
        #expect(
            texts[0] == """
                public class A: B { public override class var layerClass: AnyClass { _mica_A_layerClass }; public override var v: Int \
                { get { _mica_A_v } set { _mica_A_v = newValue } }; let x = 1 }
                """)
        #expect(
            texts[1] == "public extension A {  class var _mica_A_layerClass: AnyClass { L.self }\n"
                + " var _mica_A_v: Int { get { 1 } set { print(newValue) } } }")
    }

    @Test func observers_move_into_functions() {
        #expect(
            port(
                "class A: B {\n}\nextension A {\n override var v: Int {\n  willSet { a(newValue) }\n  didSet(old) { b(old, v) }\n }\n}"
            )
                == """
                class A: B { override var v: Int { willSet { _mica_A_willSet_v(newValue) } didSet { _mica_A_didSet_v(oldValue) } }
                }
                extension A {
                \u{20}
                  func _mica_A_willSet_v(_ newValue: Int) { a(newValue) }
                  func _mica_A_didSet_v(_ old: Int) { b(old, v) }
                \u{20}
                }
                """)
    }

    @Test func member_of_an_extension_that_a_subclass_overrides() {
        #expect(
            port("class A {}\nextension A { @objc func hook() {} }\nclass C: A { override func hook() {} }")
                == "class A { func hook() { _mica_A_hook() } }\nextension A {  func _mica_A_hook() {} }\nclass C: A { override func hook() {} }"
        )
    }

    @Test func classes_between_are_looked_at() {
        let texts = ported([
            "class A {}", "extension A { func hook() {} }", "class B: A {}", "class C: B { override func hook() {} }",
            "class D { func hook() {} }",
        ])
        #expect(texts[0] == "class A { func hook() { _mica_A_hook() } }")
        #expect(texts[1] == "extension A { func _mica_A_hook() {} }")
        #expect(texts[4] == "class D { func hook() {} }")
    }

    @Test func override_of_a_foreign_class_is_reported() {
        let source = "extension UIView { override var alpha: CGFloat { get { 1 } set {} } }"
        #expect(port(source) == source && findings(source).map(\.construct) == ["override in an extension"])
    }
}

@Suite struct OptionsFileTests {
    @Test func a_package_keeps_options_in_a_file() {
        #expect(OptionsFile.words("--ios\n--has Cards\n") == ["--ios", "--has", "Cards"])
        let text = "# all\r\n\r\n  # of Windows\r\n--has  Cards # own\r\n\t--has\tA#B \r\n"
        #expect(OptionsFile.words(text) == ["--has", "Cards", "--has", "A#B"])
        #expect(OptionsFile.words("#") == [] && OptionsFile.words("") == [])
    }
}

@Suite struct OverlayTests {
    @Test func stamp_changes_when_a_copy_does() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mica-port-stamp-test.swift")
        defer { try? FileManager.default.removeItem(at: file) }
        func stamp(_ sources: [(path: String, text: [UInt8])]) throws -> Data {
            try Overlay.writeStamp(sources, to: file)
            return try Data(contentsOf: file)
        }
        let first = try stamp([("a", [1]), ("b", [2])])
        #expect(try stamp([("a", [1]), ("b", [2])]) == first)
        #expect(try stamp([("a", [1]), ("b", [3])]) != first)
        #expect(first.starts(with: Data("//".utf8)))
    }
}

@Suite struct SourceFolderTests {
    @Test func sources_of_folders_within_each_other_come_once() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mica-port-folder-test")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("Inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for file in [folder.appendingPathComponent("A.swift"), inner.appendingPathComponent("B.swift")] {
            try Data().write(to: file)
        }
        let found = SourceFolder.sources(at: [inner.path, folder.path])
        #expect(found.map { URL(fileURLWithPath: $0).lastPathComponent } == ["B.swift", "A.swift"])
    }
}

@Suite struct BridgingTests {
    @Test func casts_to_a_font_make_one() {
        #expect(
            port("let f = CTFontCreateWithName(n, 12, nil) as UIFont")
                == "let f = UIFont(bridging: CTFontCreateWithName(n, 12, nil))")
        #expect(port("let f = [.font: a.b as UIFont, .x: 1]") == "let f = [.font: UIFont(bridging: a.b), .x: 1]")
        for source in ["let f = a as? UIFont", "let f = a as UIFont?", "if case let f as UIFont = a {}"] {
            #expect(port(source).text == source)
        }
    }

    @Test func casts_of_core_texts_names_make_keys() {
        #expect(
            port("let k = kCTTrackingAttributeName as NSAttributedString.Key")
                == "let k = NSAttributedString.Key(kCTTrackingAttributeName)")
        #expect(port("let k = name as NSAttributedString.Key").text == "let k = name as NSAttributedString.Key")
    }

    @Test func observations_that_views_tell_are_not_reported() {
        #expect(findings("func f() { a.observe(\\.contentOffset) { _, _ in } }").isEmpty)
        #expect(findings("func f() { a.addObserver(b, forKeyPath: \"frame\", options: [], context: nil) }").isEmpty)
        #expect(findings("func f() { a.addObserver(b, forKeyPath: \"title\", options: [], context: nil) }").count == 1)
    }
}

@Suite struct ReportTests {
    @Test func observation_and_swizzling_name_their_place() {
        let source = "func f() {\n  a.observe(\\.b) { _, _ in }\n  method_exchangeImplementations(a, b)\n}"
        #expect(findings(source).map { [$0.line, $0.column] } == [[2, 13], [3, 3]])
        #expect(findings(source).map(\.construct) == ["KVO", "swizzling"])
    }

    @Test("What the compiler takes in Swift 5 is ported, a space behind an attribute's name among it")
    func source_of_swift_5_is_ported() {
        let source = "class A {\n  @available (iOS 10, *)\n  @objc func f() {}\n}"
        let ported = PortSet().port([.init(path: "", bytes: Array(source.utf8))])[0]
        #expect(ported.map { String(decoding: $0.text, as: UTF8.self) }?.contains("@objc") == false)
        #expect(findings(source).isEmpty)
    }

    @Test func source_that_does_not_parse_stays() {
        let source = "@objc class { func ("
        #expect(PortSet().port([.init(path: "", bytes: Array(source.utf8))])[0]?.text == Array(source.utf8))
        #expect(findings(source).map(\.construct) == ["does not parse"])
    }

    @Test func report_counts_files() {
        var report = Report()
        for source in ["let a = 1", "@objc class A {}", "@objc class A { let a = b.observe(\\.c) }"] {
            let bytes = Array(source.utf8)
            if let ported = PortSet().port([.init(path: "x.swift", bytes: bytes)])[0] {
                report.add("x.swift", original: bytes, ported)
            }
        }
        #expect((report.files, report.unchanged, report.byTool, report.byHand) == (3, 1, 1, 1))
        #expect(report.text.contains("x.swift:1:35: KVO: ") && report.row("R") == "| R | 3 | 1 | 1 | 1 | KVO 1 |")
    }
}

@Suite struct ClassValueTests {
    private let menu = "import UIKit\nstruct Entry { let screen: UIViewController.Type }\n"

    @Test func an_object_of_a_class_that_is_a_value() {
        #expect(
            port(menu + "let a = entry.screen.init()")
                == menu + "let a = MetatypeMaker.make(entry.screen, { $0.init() })")
        #expect(
            port(menu + "let v = type.init(frame: .zero)")
                == menu + "let v = MetatypeMaker.make(type, { $0.init(frame: .zero) })")
        for call in [
            "nibName: name, bundle: .main", "style: .default, reuseIdentifier: nil", "reuseIdentifier: nil",
            "identifier: row.tag, source: self, destination: next",
        ] {
            #expect(
                port(menu + "let a = type.init(\(call))")
                    == menu + "let a = MetatypeMaker.make(type, { $0.init(\(call)) })")
        }
        #expect(port(menu + "let a = screen!.init()") == menu + "let a = MetatypeMaker.make(screen!, { $0.init() })")
        #expect(
            port(menu + "let a = entry?.screen?.init()")
                == menu + "let a = entry?.screen.map { MetatypeMaker.make($0, { $0.init() }) }")
    }

    @Test func in_another_file() {
        let texts = ported([menu, "import UIKit\nlet a = screen.init()"])
        #expect(texts[1] == "import UIKit\nlet a = MetatypeMaker.make(screen, { $0.init() })")
    }

    @Test func other_initialisers_stay() {
        for line in [
            "let a = Screen.init()", "let a = Screen.self.init()", "let a: Entry = .init()", "let a = type.init(1)",
            "init() { self.init(frame: .zero) }", "init() { super.init(nibName: nil, bundle: nil) }",
        ] {
            #expect(port(menu + line) == menu + line)
        }
        let plain = "let a = type.init()"
        #expect(port(plain) == plain)
        let maker = menu + "protocol Maker { init() }\nlet maker: Maker.Type = A.self\nlet a = maker.init()"
        #expect(port(maker) == maker)
    }
}

import Foundation
import MicaPort
import Testing

@Suite struct ModuleTests {
    @Test func imports_of_modules_that_linux_lacks_are_left_out() {
        #expect(port("import UIKit\nimport SwiftUI\nlet a = 1") == "import UIKit\n\nlet a = 1")
        #expect(port("import Combine.X\nlet a = 1") == "import Foundation\nlet a = 1", "Apple's modules bring it")
        #expect(port("import UIKit\n@_exported import struct SwiftUI.Color\nlet a = 1") == "import UIKit\n\nlet a = 1")
        #expect(port("import Darwin.C\nlet a = sqrt(2)") == "import Glibc\nlet a = sqrt(2)")
        #expect(findings("import SwiftUI\nlet a = 1") == [])
    }

    @Test func imports_of_what_comes_with_mica_are_replaced() {
        #expect(port("import ObjectiveC\nlet a = 1") == "import CoreGraphics\nlet a = 1")
        #expect(port("import UIKit\nimport ObjectiveC\nlet a = 1") == "import UIKit\nimport CoreGraphics\nlet a = 1")
        #expect(
            port("import Foundation\nimport CoreFoundation\nlet a = 1")
                == "import Foundation\nimport CoreGraphics\nlet a = 1")
    }

    @Test func uses_of_absent_modules_are_reported_once() {
        let found = findings("import UIKit\nimport SceneKit\nlet a = SCNScene()\nlet b = SCNNode()")
        #expect(found.map(\.construct) == ["SceneKit"] && found.first?.line == 3)
        #expect(findings("import UIKit\nlet a = SCNScene()") == [], "without the import the name is the program's")
        #expect(findings("import Combine\nlet a: AnyCancellable?").map(\.construct) == ["Combine"])
    }

    @Test func imports_of_the_system_modules_stay() {
        #expect(
            port("import os.log\nimport OSLog\nimport simd\nlet a = 1")
                == "import os\nimport OSLog\nimport simd\nlet a = 1")
        #expect(
            port("#if canImport(os)\nimport os.lock\n#endif\nlet a = os_unfair_lock()")
                == "#if canImport(os)\nimport os\n#endif\nlet a = os_unfair_lock()")
    }

    @Test func modules_of_the_packages_stay() throws {
        var options = PortOptions()
        options.ownModules = ["Network"]
        let source = Array("import Network\nlet a = 1".utf8)
        #expect(PortSet(options: options).port([.init(path: "", bytes: source)])[0]?.text == source)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = folder.appending(path: "Sources")
        try FileManager.default.createDirectory(
            at: sources.appending(path: "Network"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: sources.appending(path: "App"), withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "Package.swift"))
        #expect(SourceFolder.modules(at: [sources.path + "/App"]) == ["Network", "App"])
    }

    @Test func types_that_only_linux_s_foundation_has_are_imported_from_their_module() {
        let kit = "import Foundation\npublic struct AffineTransform {}"
        let user = "import UIKit\nimport Kit\nlet a = AffineTransform()"
        func text(_ sources: [(path: String, text: String)]) -> Text {
            let found = PortSet().port(sources.map { .init(path: $0.path, bytes: Array($0.text.utf8)) })
            return Text(text: found.last.flatMap { $0 }.map { String(decoding: $0.text, as: UTF8.self) } ?? "")
        }
        let wanted = "import UIKit; import struct Kit.AffineTransform\nimport Kit\nlet a = AffineTransform()"
        #expect(text([("/p/Sources/Kit/T.swift", kit), ("/p/Sources/App/A.swift", user)]) == wanted)
        #expect(text([("/p/Sources/Kit/T.swift", kit), ("/p/Sources/App/A.swift", wanted)]) == wanted, "once")
        #expect(text([("/p/Sources/App/A.swift", user)]) == user, "no package declares it")
        #expect(
            text([("/p/Sources/Other/T.swift", kit), ("/p/Sources/App/A.swift", user)]) == user, "of another module")
        let inner = "import Foundation\npublic struct B {\n    public struct AffineTransform {}\n}"
        #expect(
            text([("/p/Sources/Kit/T.swift", inner), ("/p/Sources/App/A.swift", user)]) == user, "within another type")
        let other = "import UIKit\nimport Kit\nlet a = CGAffineTransform.identity"
        #expect(text([("/p/Sources/Kit/T.swift", kit), ("/p/Sources/App/A.swift", other)]) == other, "another name")
    }

    @Test func previews_go() {
        #expect(port("import UIKit\n#Preview {\n    A()\n}\nlet a = 1") == "import UIKit\n\n\n\nlet a = 1")
        #expect(port("@available(iOS 17, *)\n#Preview(\"name\") { A() }") == "\n")
        #expect(
            port("import SwiftUI\nstruct P: PreviewProvider {\n static var previews: some View { A() }\n}\nlet a = 1")
                == "import Foundation\n\n\n\nlet a = 1")
    }

    @Test func a_timer_of_nothing() {
        #expect(port("let t = Timer()") == "let t = Timer(timeInterval: 0, repeats: false, block: { _ in })")
    }

    @Test func an_umbrella_header_imports_for_every_source() throws {
        #expect(port("let a: CGFloat = 1", umbrella: ["UIKit"]) == "import UIKit; let a: CGFloat = 1")
        #expect(
            port("// A.\nimport Foundation\nlet a = 1", umbrella: ["UIKit"])
                == "// A.\nimport Foundation; import UIKit\nlet a = 1")
        #expect(port("import UIKit\nlet a = 1", umbrella: ["QuartzCore", "UIKit"]) == "import UIKit\nlet a = 1")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appending(path: "Inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data("#import <UIKit/UIKit.h>\nextern double Version;\n".utf8).write(to: folder.appending(path: "Gauge.h"))
        try Data("#import <AVFoundation/AVFoundation.h>\n@interface A\n@end\n".utf8).write(
            to: folder.appending(path: "A.h"))
        var cache: [String: [String]] = [:]
        #expect(UmbrellaHeader.modules(ofSource: inner.path + "/A.swift", cache: &cache) == ["UIKit"])
        #expect(UmbrellaHeader.modules(ofSource: folder.path + "/B.swift", cache: &cache) == ["UIKit"])
    }

    @Test func an_umbrella_header_may_lie_in_a_folder_beside_the_sources() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["Views", "Supporting Files"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        let header = folder.appending(path: "Supporting Files/Gauge.h")
        try Data("#import <UIKit/UIKit.h>\nFOUNDATION_EXPORT double GaugeVersionNumber;\n".utf8).write(to: header)
        var cache: [String: [String]] = [:]
        #expect(UmbrellaHeader.modules(ofSource: folder.path + "/Views/A.swift", cache: &cache) == ["UIKit"])
        // A source beside the header changes nothing; a framework's folder has its own header.
        try Data().write(to: folder.appending(path: "Supporting Files/Export.swift"))
        cache = [:]
        #expect(UmbrellaHeader.modules(ofSource: folder.path + "/Views/A.swift", cache: &cache) == ["UIKit"])
        let other = folder.appending(path: "Gauge")
        try FileManager.default.moveItem(at: folder.appending(path: "Supporting Files"), to: other)
        cache = [:]
        #expect(UmbrellaHeader.modules(ofSource: folder.path + "/Views/A.swift", cache: &cache).isEmpty)
        try FileManager.default.removeItem(at: other.appending(path: "Export.swift"))
        try Data("#import <UIKit/UIKit.h>\n".utf8).write(to: other.appending(path: "Gauge.h"))
        cache = [:]
        #expect(UmbrellaHeader.modules(ofSource: folder.path + "/Views/A.swift", cache: &cache).isEmpty)
    }
}

@Suite struct ReexportTests {
    /// Which of the sources get UIKit from a library.
    private func given(_ sources: String...) -> [Bool] { ReexportedUIKit.sources(sources.map { Array($0.utf8) }) }

    @Test func a_source_that_imports_only_a_library_gets_UIKit() {
        let library = "import UIKit\nopen class Card: UIView {}"
        #expect(given(library, "import Cards\nclass C: UIViewController {}") == [false, true])
        #expect(given(library, "@testable import Cards\nlet p = CGPoint.zero") == [false, true])
        #expect(given(library, "import struct Cards.Deck\nlet l: CALayer? = nil") == [false, true])
    }

    @Test func a_source_that_imports_a_module_for_interfaces_gets_UIKit() {
        let library = "import UIKit\nopen class Card: UIView {}"
        #expect(given(library, "import MetalKit\nlet t = CGAffineTransform.identity") == [false, true])
        #expect(given(library, "import CoreLocation\nlet t = CGAffineTransform.identity") == [false, false])
    }

    @Test func a_source_of_a_pod_gets_UIKit() throws {
        let files = ["import UIKit\nopen class Card: UIView {}", "let c = UIColor.red", "let n = 1"].map {
            Array($0.utf8)
        }
        #expect(ReexportedUIKit.sources(files, pods: [true, true, true]) == [false, true, false])
        #expect(ReexportedUIKit.sources(files, pods: [false, false, false]) == [false, false, false])
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appending(path: "Pod/Classes")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        var cache: [String: Bool] = [:]
        #expect(!UmbrellaHeader.isOfPod(inner.path + "/A.swift", cache: &cache))
        try Data().write(to: folder.appending(path: "Cards.podspec"))
        cache = [:]
        #expect(UmbrellaHeader.isOfPod(inner.path + "/A.swift", cache: &cache))
        #expect(UmbrellaHeader.isOfPod(folder.path + "/B.swift", cache: &cache))
    }

    @Test func other_sources_do_not() {
        let library = "import UIKit\nopen class Card: UIView {}"
        // A source of UIKit's own, one that names nothing, one without a library, and a package without UIKit.
        #expect(given(library, "import Cards\nimport UIKit\nclass C: UIViewController {}") == [false, false])
        #expect(given(library, "import Cards\nlet deck = Deck()\nlet MYUIView = 1") == [false, false])
        #expect(given(library, "import Foundation\nlet p = CGPoint.zero") == [false, false])
        #expect(given("import Foundation", "import Vapor\nlet p = CGPoint.zero") == [false, false])
    }
}

@Suite struct ConditionTests {
    @Test func a_class_under_two_platforms_conditions_is_the_one_that_is_compiled() {
        let source = """
            import UIKit
            #if canImport(UIKit)
            open class V: UIView {}
            #endif
            #if os(OSX)
            open class V: NSView {}
            #endif
            extension V { override func layoutSubviews() {} }
            """
        #expect(
            port(source) == """
                import UIKit
                #if canImport(UIKit)
                open class V: UIView { override func layoutSubviews() { _mica_V_layoutSubviews() } }
                #endif
                #if os(OSX)
                open class V: NSView {}
                #endif
                extension V {          func _mica_V_layoutSubviews() {} }
                """)
        #expect(findings(source) == [])
    }

    @Test func other_platforms_clauses_stay_as_they_are() {
        let source =
            "#if os(macOS) || !canImport(UIKit)\n@objc class A {}\n#elseif os(watchOS)\n@objc class B {}\n#else\n@objc class C {}\n#endif"
        #expect(
            port(source)
                == "#if os(macOS) || !canImport(UIKit)\n@objc class A {}\n#elseif os(watchOS)\n@objc class B {}\n#else\n class C {}\n#endif"
        )
    }

    @Test func unknown_conditions_change_all_clauses() {
        #expect(
            port("#if DEBUG\n@objc class A {}\n#else\n@objc class B {}\n#endif")
                == "#if DEBUG\n class A {}\n#else\n class B {}\n#endif")
    }

    @Test func members_in_a_clause_that_is_compiled_move() {
        let source = "class A: B {}\nextension A {\n#if os(iOS)\noverride func f() {}\n#endif\n}"
        #expect(
            port(source, ios: true)
                == "class A: B { override func f() { _mica_A_f() } }\nextension A {\n#if true\n func _mica_A_f() {}\n#endif\n}"
        )
        #expect(port(source) == "class A: B {}\nextension A {\n#if os(iOS)\noverride func f() {}\n#endif\n}")
    }
}

@Suite struct MovedNameTests {
    @Test func base_and_derived_class_move_a_member_of_one_name() {
        #expect(
            port(
                "class A: N {}\nextension A { override func f() {} }\nclass B: A {}\nextension B { override func f() {} }"
            )
                == "class A: N { override func f() { _mica_A_f() } }\nextension A { func _mica_A_f() {} }\nclass B: A { override func f() { _mica_B_f() } }\nextension B { func _mica_B_f() {} }"
        )
    }

    @Test func an_extension_member_that_an_extension_overrides_moves() {
        #expect(
            port(
                "class A {}\nextension A { @objc func f() {} }\nclass B: A {}\nextension B { override func f() { super.f() } }"
            )
                == "class A { func f() { _mica_A_f() } }\nextension A {  func _mica_A_f() {} }\nclass B: A { override func f() { _mica_B_f() } }\nextension B { func _mica_B_f() { super.f() } }"
        )
    }
}

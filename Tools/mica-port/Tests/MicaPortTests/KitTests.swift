import Foundation
import MicaPort
import Testing

/// Packages that are compiled against Mica's kit, as `mica test` does.
@Suite struct KitTests {
    private func port(_ source: String) -> String {
        var options = PortOptions()
        (options.hasKit, options.treatsIOSAsTrue) = (true, true)
        let result = PortSet(options: options).port([.init(path: "", bytes: Array(source.utf8))])[0]
        return String(decoding: result?.text ?? [], as: UTF8.self)
    }

    @Test func names_of_xctest_and_core_image_come_from_mica_testing() {
        #expect(
            port("import XCTest\nlet a = XCTAttachment(data: d)")
                == "import XCTest; import MicaTesting\nlet a = XCTAttachment(data: d)")
        #expect(
            port("import UIKit\nimport CoreImage.CIKernel\nlet a = CIImage(cgImage: b)").hasPrefix(
                "import UIKit; import MicaTesting\n"))
        #expect(!port("import UIKit\nlet a = CICada()").contains("MicaTesting"))
    }

    @Test func xctest_brings_uikit() {
        #expect(port("import XCTest\nlet a = UIImage()").hasPrefix("import XCTest; import UIKit\n"))
        #expect(port("import Foundation\nlet a = UIImage()").hasPrefix("import Foundation\n"), "nothing brings it")
        #expect(port("import XCTest\nimport UIKit\nlet a = UIImage()").hasPrefix("import XCTest\n"))
    }

    @Test func a_type_that_stands_in_on_linux_gives_way() {
        #expect(
            port("#if os(Linux) || os(Windows)\npublic struct XCTAttachment {}\n#endif").hasPrefix(
                "#if false || os(Windows)\n"))
        #expect(port("#if os(Linux)\npublic struct Other {}\n#endif").hasPrefix("#if os(Linux)\n"))
    }

    @Test func declarations_with_types_of_absent_modules_go() {
        #expect(
            port("import SceneKit\nextension S where V == SCNScene {\n  static let a = 1\n}\nlet b = 2")
                == "import Foundation\n\n\n\nlet b = 2")
        #expect(port("import WebKit\nfunc f(_ v: WKWebView) {\n}\nlet b = 2") == "import Foundation\n\n\nlet b = 2")
        #expect(
            port("import UIKit\nextension S where V == SCNScene {}")
                == "import UIKit\nextension S where V == SCNScene {}")
    }

    @Test func calls_of_xctests_asynchronous_setup_go() {
        let text = port(
            "import XCTest\n@MainActor class T: XCTestCase {\n  override func setUp() async throws {\n    try await super.setUp()\n    a()\n  }\n  func testA() {}\n}"
        )
        #expect(!text.contains("super.setUp") && text.contains("    a()"))
        #expect(
            port(
                "import XCTest\nclass T: XCTestCase {\n  override func setUp() async throws {\n    try await super.setUp()\n  }\n}"
            ).contains("super.setUp"))
    }

    @Test func extensions_go_with_a_type_that_inherits_from_an_absent_one() {
        var options = PortOptions()
        (options.hasKit, options.treatsIOSAsTrue) = (true, true)
        let sources = [
            "import SwiftUI\nimport UIKit\nstruct Card: UIViewRepresentable {}\nlet a = 1",
            "import UIKit\nextension Card {\n  func b() {}\n}\nextension Cards {}",
        ]
        let ported = PortSet(options: options).port(sources.map { .init(path: "", bytes: Array($0.utf8)) })
        let texts = ported.map { String(decoding: $0?.text ?? [], as: UTF8.self) }
        #expect(!texts[0].contains("Card") && texts[0].contains("let a = 1"))
        #expect(!texts[1].contains("extension Card {") && texts[1].contains("extension Cards {}"))
    }

    @Test func branches_for_types_of_absent_modules_go() {
        let source = """
            import SpriteKit
            func f() {
                if let a = self as? SKView {
                    a.show()
                } else if b { c() }
            }
            """
        let text = port(source)
        #expect(text.contains("if false {\n") && text.contains("} else if b { c() }") && !text.contains("show"))
        #expect(text.filter { $0 == "\n" }.count == source.filter { $0 == "\n" }.count)
    }

    @Test func tests_that_need_absent_modules_skip_themselves() {
        let source =
            "import XCTest\n#if canImport(SwiftUI)\nimport SwiftUI\n#endif\nfinal class T: XCTestCase {\n  func testA() {\n    _ = HStack {}\n  }\n  func testB() throws { b() }\n}"
        let text = port(source)
        #expect(text.contains("func testA() throws { throw XCTSkip(\"SwiftUI is not on Linux\")\n    \n  }"))
        #expect(text.contains("func testB() throws { b() }"))
    }

    @Test func empty_texts() {
        #expect(port("let a = NSMutableAttributedString()") == "let a = NSMutableAttributedString(string: \"\")")
        #expect(port("let a = NSAttributedString(string: b)") == "let a = NSAttributedString(string: b)")
    }

    @Test func foundation_brings_the_runtime_of_objective_c() {
        #expect(
            port("import Foundation\nlet a = objc_AssociationPolicy.OBJC_ASSOCIATION_RETAIN")
                == "import Foundation; import CoreGraphics\nlet a = objc_AssociationPolicy.OBJC_ASSOCIATION_RETAIN")
        #expect(
            port("import Foundation\nlet a = try NSDataDetector(types: 64)")
                == "import Foundation; import CoreGraphics\nlet a = try NSDataDetector(types: 64)")
        #expect(port("import UIKit\nobjc_sync_enter(a)") == "import UIKit\nobjc_sync_enter(a)")
    }

    @Test func uikit_brings_imageio() {
        #expect(
            port("import UIKit\nlet a = kCGImagePropertyPNGDictionary")
                == "import UIKit; import ImageIO\nlet a = kCGImagePropertyPNGDictionary")
        #expect(port("import ImageIO\nlet a = kUTTypePNG") == "import ImageIO\nlet a = kUTTypePNG")
        #expect(port("import UIKit\nlet a: CGImage") == "import UIKit\nlet a: CGImage")
    }

    @Test func class_names_by_description() {
        #expect(port("let a = type(of: b).description()") == "let a = String(reflecting: type(of: b))")
        #expect(port("let a = type(of: b).description") == "let a = type(of: b).description")
        #expect(port("func f<T: UIView>(_ t: T.Type) { g(T.description()) }").contains("g(String(reflecting: T.self))"))
        let own = "class A { static func description() -> String { \"\" } }\nlet a = A.description()"
        #expect(port(own) == own)
        #expect(port("let a = b.description()") == "let a = b.description()")
    }

    @Test func the_c_library_by_its_name() {
        #expect(port("import UIKit\nlet a = Darwin.round(b)") == "import UIKit\nlet a = Glibc.round(b)")
        #expect(port("let a = b.Darwin") == "let a = b.Darwin")
    }

    @Test func a_link_into_another_package_is_of_its_own() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (original, made) = (folder.appending(path: "Original"), folder.appending(path: "Made"))
        for place in [original, made] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data().write(to: place.appending(path: "Package.swift"))
        }
        for name in ["A", "B"] {
            try FileManager.default.createSymbolicLink(at: made.appending(path: name), withDestinationURL: original)
        }
        let (view, test) = (made.path + "/A/View.swift", made.path + "/B/Test.swift")
        let found = PackagePlatform.sourcesForIOS([(view, Array("import UIKit".utf8)), (test, Array("import A".utf8))])
        #expect(found == [view, test])
    }

    @Test func a_package_is_for_ios_where_a_source_imports_uikit() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["One", "Two"] {
            let place = folder.appending(path: name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data().write(to: place.appending(path: "Package.swift"))
        }
        let (ios, other) = (folder.path + "/One/Sources/A/B.swift", folder.path + "/Two/Sources/C.swift")
        let found = PackagePlatform.sourcesForIOS([
            (ios, Array("let a = 1".utf8)), (folder.path + "/One/D.swift", Array("import UIKit".utf8)),
            (other, Array("import Foundation".utf8)),
        ])
        #expect(found == [ios, folder.path + "/One/D.swift"])
        let (lone, view) = (folder.path + "/Three/E.swift", folder.path + "/Four/F.swift")
        #expect(
            PackagePlatform.sourcesForIOS([(lone, []), (view, Array("import UIKit".utf8))]) == [view],
            "without a manifest the folder counts")
    }

    @Test func synchronous_tests_of_the_main_actor_get_functions_that_xctest_can_call() {
        let source =
            "import XCTest\n@MainActor final class T: XCTestCase {\n  func testA() throws { try a() }\n}\nlet b = 1"
        let text = port(source)
        #expect(text.hasPrefix("import XCTest; import MicaTesting\n@MainActor final class T: XCTestCase {\n"))
        #expect(text.contains("}; func testCase<Body>(_ tests: [(String, (T) -> Body)]) -> XCTestCaseEntry"))
        #expect(text.hasSuffix("}\nlet b = 1"))
        #expect(port(text) == text)
        let method = "import XCTest\nclass Base: XCTestCase {}\nclass T: Base {\n  @MainActor func testA() throws {}\n}"
        #expect(port(method).contains("(T) -> Body"))
        #expect(!port(method).contains("(Base) ->"))
        var options = PortOptions()
        options.hasKit = true
        let sources = [
            "import XCTest\nclass Base: XCTestCase {}", "import A\nclass T: Base {\n  @MainActor func testA() {}\n}",
        ]
        let ported = PortSet(options: options).port(sources.map { .init(path: "", bytes: Array($0.utf8)) })
        let second = String(decoding: ported[1]?.text ?? [], as: UTF8.self)
        #expect(second.hasPrefix("import A; import MicaTesting; import XCTest\n") && second.contains("(T) -> Body"))
        for other in [
            "import XCTest\nclass T: XCTestCase {\n  func testA() throws {}\n}",
            "import XCTest\n@MainActor private class T: XCTestCase {\n  func testA() throws {}\n}",
            "import XCTest\n@MainActor class T: Model {\n  func testA() throws {}\n}",
        ] { #expect(port(other) == other) }
    }

    @Test func asynchronous_tests_wait_where_others_are_of_the_main_actor() {
        let text = port(
            """
            import XCTest
            @MainActor class T: XCTestCase {
              func testA() {}
              func testB() async { await b() }
              func testC() async throws {
                return
              }
            }
            """)
        let wait = " try MicaTesting.wait(in: self) { @MainActor [self] () async throws -> Void in"
        #expect(text.contains("  @MainActor func testB() throws {\(wait) await b() }}\n"))
        #expect(text.contains("  @MainActor func testC()       throws {\(wait)\n    return\n  }}\n"))
        #expect(text.contains("  func testA() {}\n") && port(text) == text)
        let mixed = port(
            "import XCTest\nclass T: XCTestCase {\n  @MainActor func testA() {}\n  nonisolated func testB() async {}\n  func c() async {}\n}"
        )
        #expect(mixed.contains("  @MainActor func testB() throws {\(wait)}}\n  func c() async {}\n"))
        let other = "import XCTest\nclass T: XCTestCase {\n  func testA() {}\n  func testB() async {}\n}"
        #expect(port(other) == other, "XCTest's list has these")
        let skipped = port(
            "import XCTest\nimport WebKit\n@MainActor class T: XCTestCase {\n  func testA() async { _ = WKWebView() }\n}"
        )
        #expect(skipped.contains("func testA()       throws { throw XCTSkip(\"WebKit is not on Linux\")"))
    }

    @Test func a_class_that_publishes_nothing_is_no_observable_object() {
        #expect(
            port("import UIKit\npublic final class A: ObservableObject {\n}")
                == "import UIKit\npublic final class A {\n}")
        #expect(port("import Combine\nclass A: B, ObservableObject {}") == "import Foundation\nclass A: B  {}")
        #expect(port("import UIKit\nclass A: ObservableObject, C {}") == "import UIKit\nclass A:  C {}")
        #expect(!port("import Combine\nclass A: ObservableObject { @Published var b = 1 }").contains("class A"))
        let own = "import UIKit\nprotocol ObservableObject {}\nclass A: ObservableObject {}"
        #expect(port(own) == own)
    }

    @Test func parts_with_swiftuis_types_go() {
        #expect(
            port("import UIKit\nimport SwiftUI\nextension Color {\n  func a() {}\n}\nlet b = 2")
                == "import UIKit\n\n\n\n\nlet b = 2")
        #expect(port("import UIKit\nimport SwiftUI\nstruct A: View {\n}\nlet b = 2") == "import UIKit\n\n\n\nlet b = 2")
        #expect(
            port("import UIKit\nimport SwiftUI\nclass A<V>: UIView where V: View {\n}\nlet b = 2")
                == "import UIKit\n\n\n\nlet b = 2")
        #expect(
            port("import UIKit\nimport SwiftUI\nstruct Color {}\nextension Color {}")
                == "import UIKit\n\nstruct Color {}\nextension Color {}", "a type of the package")
        #expect(port("import UIKit\nextension Color {}") == "import UIKit\nextension Color {}")
    }

    @Test func sources_of_swiftui_alone_go_with_their_types() {
        var options = PortOptions()
        (options.hasKit, options.treatsIOSAsTrue) = (true, true)
        let sources = [
            "import SwiftUI\nstruct Proxy {\n  var insets: EdgeInsets\n}",
            "import SwiftUI\nimport UIKit\nfunc show(_ proxy: Proxy) {\n}\nlet a = 1",
            "import SwiftUI\nlet b = 2",
        ]
        let results = PortSet(options: options).port(sources.map { .init(path: "", bytes: Array($0.utf8)) })
        let texts = results.map { String(decoding: $0?.text ?? [], as: UTF8.self) }
        #expect(texts == ["\n\n\n", "\nimport UIKit\n\n\nlet a = 1", "import Foundation\nlet b = 2"])
    }

    @Test func fbsnapshottestcase_is_mica_testings() {
        #expect(
            port("import FBSnapshotTestCase\nclass A: FBSnapshotTestCase {}")
                == "import MicaTesting; import XCTest; import UIKit\nclass A: FBSnapshotTestCase {}")
        #expect(port("@testable import iOSSnapshotTestCase\nlet a = 1").contains("import MicaTesting"))
    }

    @Test func the_place_of_an_expectation_is_a_static_string() {
        let start = "import Nimble\nimport UIKit\nfunc check(file: StaticString = #file, name: String) {\n"
        #expect(
            port(start + #"  expect(file: "\(file)", line: 1, a).to(b())"# + "\n}").contains(
                "expect(file: file, line: 1"))
        let text = start + #"  expect(file: "\(name)", line: 1, a).to(b())"# + "\n}"
        #expect(port(text).contains(#"file: "\(name)""#), "the name is a String")
    }

    @Test func a_second_process_info_is_the_process_s() {
        #expect(
            port("import UIKit\nlet a = ProcessInfo().environment[\"A\"]").contains(
                "ProcessInfo.processInfo.environment"))
    }

    @Test func literals_of_colours_bring_uikit() {
        #expect(
            port("import XCTest\nlet a = #colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)")
                .hasPrefix("import XCTest; import UIKit\n"))
        #expect(port("import XCTest\nlet a = NSLayoutConstraint.self").hasPrefix("import XCTest; import UIKit\n"))
    }

    @Test func an_override_of_nsobjects_member_stays_of_no_actor() {
        let text = port(
            "import UIKit\n@MainActor class A: NSObject {}\nextension A {\n  override var debugDescription: String { b }\n}"
        )
        #expect(text.contains("nonisolated"))
        #expect(text.contains("var _mica_A_debugDescription: String { b }"))
        #expect(
            !port("import UIKit\nclass A: UIView {}\nextension A {\n  override var tag: Int { 1 }\n}").contains(
                "nonisolated"))
    }
}

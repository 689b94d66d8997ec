import CoreGraphics
import Foundation
import Testing

extension CGFloat {
    /// As sources for iOS write it, which must compile.
    fileprivate func distance(from other: CGFloat) -> CGFloat { abs(self - other) }
}

@Suite struct FoundationGapsTests {
    @Test func abs_within_an_extension_of_CGFloat() {
        #expect(CGFloat(2).distance(from: 5) == 3 && CGFloat(5).distance(from: 2) == 3)
    }

    private func data(_ url: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: #require(URL(string: url)))) }

    @Test func data_urls_hold_their_data() throws {
        #expect(try data("data:image/png;base64,AAEC/w==") == [0, 1, 2, 255])
        #expect(try data("data:image/png;base64,AAEC%2Fw%3D%3D") == [0, 1, 2, 255])
        #expect(try data("data:,a%20b%FF") == Array("a b".utf8) + [255])
        #expect(try data("DATA:text/plain,") == [])
    }

    @Test func data_urls_without_data_are_refused() {
        for url in ["data:image/png;base64,A", "data:nothing"] {
            #expect(throws: (any Error).self, "\(url)") { try data(url) }
        }
    }

    @Test func other_urls_are_read_as_before() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mica-foundation-gaps")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([1, 2, 3]).write(to: file)
        #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
        #expect(throws: (any Error).self) { try data("file:///nowhere/at/all") }
    }
}

@Suite struct ClassIdentityTests {
    private class Base {}
    private class Derived: Base {}

    @Test func classes_are_compared_as_objects_are() {
        let (some, none): (AnyClass?, AnyClass?) = (Derived.self, nil)
        #expect(some === Derived.self && some !== Base.self && none === nil && some !== none)
        #expect(type(of: Derived() as Base) === Derived.self)
        let (object, other) = (Derived(), Derived())
        #expect(object === object && object !== other, "objects still are")
    }
}

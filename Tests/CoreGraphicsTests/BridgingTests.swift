import CoreGraphics
import Testing

@Suite struct BridgingTests {
    @Test func cgfloat_casts_from_number() throws {
        let number: Any = NSNumber(value: 2.5)
        #expect(number as? CGFloat == 2.5)
        #expect(NSNumber(value: 3) as? CGFloat == 3)
        #expect(NSNumber(value: true) as? CGFloat == 1)
        #expect(NSNumber(value: 9_007_199_254_740_993) as? CGFloat == nil)
        #expect((NSNumber(value: Double.nan) as? CGFloat)?.isNaN == true)
    }

    @Test func cgfloat_casts_to_number() {
        let value: Any = CGFloat(2.5)
        #expect(value as? NSNumber == NSNumber(value: 2.5))
        #expect(CGFloat(4) as NSNumber == 4)
    }

    @Test func cgfloat_is_read_from_json() throws {
        let json = Data(#"{"width": 10, "ratio": 0.5, "list": [1, 2.5], "name": "x"}"#.utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(object["width"] as? CGFloat == 10)
        #expect(object["ratio"] as? CGFloat == 0.5)
        #expect(object["list"] as? [CGFloat] == [1, 2.5])
        #expect(object["name"] as? CGFloat == nil)
    }

    @Test func cgfloat_casts_in_collections() {
        let floats: [CGFloat] = [0, 0.5, 1]
        #expect(floats as [NSNumber] == [0, 0.5, 1])
        #expect((floats as [NSNumber]) as? [CGFloat] == floats)
        let erased: Any = floats
        #expect(erased as? [NSNumber] == [0, 0.5, 1])
        let table: [String: CGFloat] = ["a": 1]
        #expect((table as [String: NSNumber])["a"] == 1)
        let numbers: [String: Any] = ["a": NSNumber(value: 1.5)]
        #expect(numbers as? [String: CGFloat] == ["a": 1.5])
    }

    @Test func geometry_casts_to_value_and_back() {
        let point: Any = CGPoint(x: 1, y: 2)
        #expect((point as? NSValue)?.pointValue == CGPoint(x: 1, y: 2))
        #expect((CGSize(width: 1, height: 2) as NSValue) as? CGSize == CGSize(width: 1, height: 2))
        #expect(
            (CGRect(x: 1, y: 2, width: 3, height: 4) as NSValue) as? CGRect == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect((CGVector(dx: 1, dy: 2) as NSValue) as? CGVector == CGVector(dx: 1, dy: 2))
        let t = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect((t as NSValue) as? CGAffineTransform == t)
    }

    @Test func geometry_casts_only_from_its_own_structure() {
        let point: Any = NSValue(point: CGPoint(x: 1, y: 2))
        #expect(point as? CGPoint == CGPoint(x: 1, y: 2))
        #expect(point as? CGSize == nil)
        #expect(point as? CGRect == nil)
        #expect(point as? CGAffineTransform == nil)
        #expect(point as? CGVector == nil)
        let vector: Any = NSValue(cgVector: CGVector(dx: 1, dy: 2))
        #expect(vector as? CGPoint == nil)
        let number: Any = NSNumber(value: 1)
        #expect(number as? CGPoint == nil)
        #expect(number as? CGRect == nil)
    }

    @Test func geometry_casts_in_collections() {
        let points = [CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 4)]
        let values = points as [NSValue]
        #expect(values.map(\.cgPointValue) == points)
        let erased: Any = values
        #expect(erased as? [CGPoint] == points)
        let table: [String: Any] = ["r": NSValue(rect: CGRect(x: 0, y: 0, width: 1, height: 1))]
        #expect((table as? [String: CGRect])?["r"]?.width == 1)
    }

    @Test func structure_value_compares_copies_and_describes() {
        let t = CGAffineTransform(translationX: 5, y: 6)
        let value = NSValue(cgAffineTransform: t)
        #expect(value == NSValue(cgAffineTransform: t))
        #expect(value.hash == NSValue(cgAffineTransform: t).hash)
        #expect(value != NSValue(cgAffineTransform: .identity))
        #expect((value.copy() as? NSValue)?.cgAffineTransformValue == t)
        #expect(value.description == "CGAffineTransform {1.0, 0.0, 0.0, 1.0, 5.0, 6.0}")
        #expect(NSValue(point: .zero).cgAffineTransformValue == CGAffineTransform())
    }

    @Test func structure_value_survives_an_archive() throws {
        let value = NSValue(cgAffineTransform: CGAffineTransform(translationX: 5, y: 6))
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSValue.self, from: data)
        #expect(again == value)
    }
}

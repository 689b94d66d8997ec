import CoreGraphics
import Foundation
import Mica
import MicaWire
import QuartzCore
import TestSupport
import Testing

/// Every key path that Apple's API table calls animatable animates: a walk of dev/api/quartzcore-api.tsv.
@Suite(.serialized) struct KeyPathTests {
    /// A row of the table.
    struct Row: Sendable, CustomStringConvertible {
        let owner: String, path: String, type: String
        var description: String { "\(owner).\(path)" }
    }

    /// The classes whose rows are walked.
    private static let classes: [String: @Sendable () -> CALayer] = [
        "CALayer": { CALayer() }, "CAShapeLayer": { CAShapeLayer() }, "CAGradientLayer": { CAGradientLayer() },
    ]

    /// The gaps that docs/README.md lists.
    private static let mayBeMissing: Set<String> = [
        "shouldRasterize", "rasterizationScale",
        "filters.NAME.INPUT", "backgroundFilters.NAME.INPUT", "compositingFilter.INPUT", "CUSTOM",
    ]

    static let rows: [Row] = {
        let table = Project.folder.appending(path: "dev/api/quartzcore-api.tsv")
        let text = try? String(contentsOf: table, encoding: .utf8)
        return (text ?? "").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            guard fields.count > 5, fields[2] == "keypath", fields[5] == "yes", classes[fields[0]] != nil else {
                return nil
            }
            return Row(owner: fields[0], path: fields[1], type: fields[3])
        }
    }()

    /// Two values of a type that are not the same.
    private func values(of row: Row) -> (Any, Any)? {
        func path(_ x: Double) -> CGPath { CGPath(rect: CGRect(x: x, y: 0, width: 5, height: 5), transform: nil) }
        func gray(_ value: CGFloat) -> CGColor { CGColor(srgbRed: value, green: value, blue: value, alpha: 1) }
        func image() -> CGImage {
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
            return LayerRenderer(layer: layer, threads: 1).image(at: 0)
        }
        switch (row.type, row.path) {
        case (_, "compositingFilter"): return ("multiplyBlendMode", "screenBlendMode")
        case (_, "filters"), (_, "backgroundFilters"):
            return ([LayerFilter.gaussianBlur(radius: 1)], [LayerFilter.gaussianBlur(radius: 9)])
        case (_, "contents"): return (image(), image())
        case (_, "colors"): return ([gray(0), gray(1)], [gray(1), gray(0)])
        case (_, "locations"): return ([0.0, 0.5], [0.5, 1.0])
        case ("CGColor", _): return (gray(0), gray(1))
        case ("CGPath", _): return (path(0), path(9))
        case ("NSNumber (Bool)", _): return (false, true)
        case (let type, _) where type.hasPrefix("NSNumber"): return (0.25, 0.75)
        case ("NSValue (CGPoint)", _): return (CGPoint(x: 0.1, y: 0.2), CGPoint(x: 0.7, y: 0.9))
        case ("NSValue (CGSize)", _): return (CGSize(width: 1, height: 2), CGSize(width: 7, height: 9))
        case ("NSValue (CGRect)", _):
            return (CGRect(x: 0, y: 0, width: 0.5, height: 0.5), CGRect(x: 0.25, y: 0.5, width: 0.25, height: 0.4))
        case ("NSValue (CATransform3D)", _):
            return (CATransform3DIdentity, CATransform3DMakeTranslation(9, 8, 7))
        default: return nil
        }
    }

    @Test(arguments: rows) func keyPath_animates(_ row: Row) throws {
        if Self.mayBeMissing.contains(row.path), PropertyTarget(keyPath: row.path) == nil { return }
        let target = try #require(PropertyTarget(keyPath: row.path), "\(row) is not known")
        let make = try #require(Self.classes[row.owner])
        let (from, to) = try #require(values(of: row), "no values of \(row.type)")
        let (tree, layer) = (TestTree(), make())
        tree.transaction { tree.root.addSublayer(layer) }
        let animation = CABasicAnimation(keyPath: row.path)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
        tree.transaction { layer.add(animation, forKey: nil) }
        let early = target.value(in: layer.evaluatedState(at: 0.25))
        let late = target.value(in: layer.evaluatedState(at: 0.75))
        #expect(early != late, "\(row) stands still at \(early)")
        #expect(
            layer.evaluatedState(at: 1)[target.property] == layer.state[target.property], "the model is not changed")
    }

    @Test func keyPath_table_is_there() {
        #expect(Self.rows.count > 90, "\(Self.rows.count) rows of the API table")
    }
}

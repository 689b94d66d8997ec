import CoreGraphics
import Foundation
import Testing

@testable import QuartzCore

/// Copies of animations: a layer's own copy has all that the program's object has.
@Suite struct AnimationCopyTests {
    /// A value for a row, other than its default.
    private func value(_ key: String) -> Any {
        switch key {
        case "fillMode": "both"
        case "calculationMode": "cubic"
        case "rotationMode": "auto"
        case "timingFunction": CAMediaTimingFunction(name: .easeIn)
        case "timingFunctions": [CAMediaTimingFunction(name: .easeOut)]
        case "valueFunction": CAValueFunction(name: .rotateZ) as Any
        case "path": CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
        case "keyTimes", "tensionValues", "continuityValues", "biasValues": [NSNumber(value: 0.25)]
        case "values": [NSNumber(value: 1), NSNumber(value: 2)]
        case "keyPath": "opacity"
        case "additive", "cumulative", "autoreverses": NSNumber(value: true)
        case "removedOnCompletion": NSNumber(value: false)
        default: NSNumber(value: 7)
        }
    }

    private func words(_ animation: CAAnimation) -> [String] {
        type(of: animation).rows.map { row in
            if row.key == "path" {
                return "path \(String(describing: (animation as? CAKeyframeAnimation)?.path?.boundingBox))"
            }
            if let curve = row.read(animation) as? CAMediaTimingFunction { return "\(row.key) \(curve.curve)" }
            if let curves = row.read(animation) as? [CAMediaTimingFunction] {
                return "\(row.key) \(curves.map(\.curve))"
            }
            if let function = row.read(animation) as? CAValueFunction { return "\(row.key) \(function.name)" }
            return "\(row.key) \(String(describing: row.read(animation)))"
        }
    }

    @Test func short_copies_equal_those_by_rows() throws {
        for made in [CAKeyframeAnimation(), CABasicAnimation()] as [CAPropertyAnimation] {
            for row in type(of: made).rows { #expect(row.write(made, value(row.key)), "\(row.key)") }
            made.setValue("own", forKey: "mine")
            let byRows = made.copyByRows()
            let short = try #require(made.copy() as? CAPropertyAnimation)
            #expect(words(short) == words(byRows) && words(short) == words(made))
            #expect(type(of: short) == type(of: made) && short !== made)
            #expect(short.value(forKey: "mine") as? String == "own")
            // Each is a value of its own.
            short.keyPath = "bounds"
            #expect(made.keyPath == "opacity")
        }
    }

    /// A class of a program, whose accessor does more.
    private final class Own: CABasicAnimation {
        override var fromValue: Any? {
            get { NSNumber(value: 3) }
            set { count += 1 }
        }
        var count = 0
    }

    @Test func classes_of_programs_are_copied_by_their_accessors() throws {
        let made = Own()
        made.keyPath = "opacity"
        let copy = try #require(made.copy() as? Own)
        #expect(copy.count > 0 && copy.keyPath == "opacity")
    }

    @Test func pixels_per_point_are_kept_by_copies() throws {
        let made = CABasicAnimation(keyPath: "position.x")
        #expect(made.pixelsPerPoint == 0)
        made.pixelsPerPoint = 2
        #expect(try #require(made.copy() as? CABasicAnimation).pixelsPerPoint == 2)
    }
}

extension CAAnimation {
    /// A copy as programs' classes are copied.
    fileprivate func copyByRows() -> CAAnimation {
        let copy: CAAnimation = self is CAKeyframeAnimation ? CAKeyframeAnimation() : CABasicAnimation()
        for row in type(of: self).rows { _ = row.write(copy, row.read(self)) }
        return copy
    }
}

import CoreGraphics
import Foundation
import MicaValues
import MicaWire
import QuartzCore

extension DocumentValue {
    /// A value for key-value coding, converted to a kind.
    enum Object {
        /// The value; nil means nil.
        case value(Any?)
        /// The value has the wrong kind, or is not finite.
        case unfit
    }

    /// The value for key-value coding of a target; layers and images are converted elsewhere.
    func object(for target: PropertyTarget) -> Object {
        switch (target.kind, self) {
        case (_, .null):
            return target.part == .whole ? .value(nil) : .unfit
        case (.number, _):
            guard let number, !number.isNaN, number.isFinite || target.keyPath.hasPrefix("repeat") else {
                return .unfit
            }
            return .value(NSNumber(value: number))
        case (.point, .point(let point)):
            return Self.isFinite(point.x, point.y) ? .value(NSValue(cgPoint: point)) : .unfit
        case (.size, .size(let size)):
            return Self.isFinite(size.width, size.height) ? .value(NSValue(cgSize: size)) : .unfit
        case (.size, .point(let point)):
            return Self.isFinite(point.x, point.y)
                ? .value(NSValue(cgSize: CGSize(width: point.x, height: point.y))) : .unfit
        case (.rect, .rect(let rect)):
            return Self.isFinite(rect.minX, rect.minY, rect.maxX, rect.maxY) ? .value(NSValue(cgRect: rect)) : .unfit
        case (.transform, .transform(let functions)):
            let transform = CATransform3D(functions)
            return transform.isFinite ? .value(NSValue(caTransform3D: transform)) : .unfit
        case (.color, .color(let color)):
            return color.isFinite ? .value(color.cgColor) : .unfit
        case (.string, .string(let text)):
            return .value(text)
        case (.colors, .array(let elements)):
            let colors = elements.compactMap { element in
                if case .color(let color) = element, color.isFinite { color.cgColor } else { nil }
            }
            return colors.count == elements.count ? .value(colors) : .unfit
        case (.numbers, .array(let elements)):
            let numbers = elements.compactMap { $0.number.flatMap { $0.isFinite ? NSNumber(value: $0) : nil } }
            return numbers.count == elements.count ? .value(numbers) : .unfit
        case (.filters, .filters(let filters)):
            return .value(filters.map { LayerFilter(state: $0) })
        default:
            return .unfit
        }
    }

    /// A fast path for numeric properties: the value that `setValue(_:forKeyPath:)` would make of `object(for:)`,
    /// without intermediate objects; nil where there is no fast path.
    func plainValue(for target: PropertyTarget) -> PropertyValue? {
        guard target.part == .whole, target.cell == nil else { return nil }
        switch (target.kind, self) {
        case (.number, _):
            guard let number, number.isFinite else { return nil }
            return .number(number)
        case (.point, .point(let point)): return Self.isFinite(point.x, point.y) ? .point(point) : nil
        case (.size, .size(let size)): return Self.isFinite(size.width, size.height) ? .size(size) : nil
        case (.rect, .rect(let rect)):
            return Self.isFinite(rect.minX, rect.minY, rect.maxX, rect.maxY) ? .rect(rect) : nil
        case (.transform, .transform(let functions)):
            let transform = CATransform3D(functions)
            return transform.isFinite ? .transform(transform.matrix) : nil
        case (.color, .color(let color)): return color.isFinite ? .color(color.cgColor.value) : nil
        default: return nil
        }
    }

    private static func isFinite(_ numbers: CGFloat...) -> Bool { numbers.allSatisfy(\.isFinite) }
}

extension DocumentColor {
    /// The colour for layers, in extended sRGB.
    var cgColor: CGColor {
        let components: [CGFloat] = [red, green, blue, alpha]
        let extended = CGColorSpace(name: CGColorSpace.extendedSRGB).flatMap {
            CGColor(colorSpace: $0, components: components)
        }
        return extended ?? CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }

    /// Whether all components are finite.
    var isFinite: Bool { red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite }
}

extension DocumentTimingFunction {
    /// The timing function for animations.
    var mediaTimingFunction: CAMediaTimingFunction {
        switch self {
        case .named(let name): CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name))
        case .curve(let x1, let y1, let x2, let y2):
            CAMediaTimingFunction(controlPoints: Float(x1), Float(y1), Float(x2), Float(y2))
        }
    }
}

extension CATransform3D {
    /// The product of the functions; the last function applies to a point first.
    init(_ functions: [TransformFunction]) {
        self = CATransform3DIdentity
        for function in functions {
            switch function {
            case .translate(let x, let y, let z):
                self = CATransform3DTranslate(self, x, y, z)
            case .scale(let x, let y, let z):
                self = CATransform3DScale(self, x, y, z)
            case .rotate(let angle, let x, let y, let z):
                self = CATransform3DRotate(self, angle, x, y, z)
            case .skew(let x, let y):
                var skew = CATransform3DIdentity
                skew.m21 = x
                skew.m12 = y
                self = CATransform3DConcat(skew, self)
            case .perspective(let distance):
                var perspective = CATransform3DIdentity
                perspective.m34 = -1 / distance
                self = CATransform3DConcat(perspective, self)
            case .matrix(let m):
                let matrix = CATransform3D(
                    m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7], m31: m[8],
                    m32: m[9],
                    m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
                self = CATransform3DConcat(matrix, self)
            }
        }
    }

    /// Whether all numbers are finite.
    var isFinite: Bool {
        [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].allSatisfy(\.isFinite)
    }
}

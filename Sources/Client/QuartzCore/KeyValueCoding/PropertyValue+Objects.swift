import CoreGraphics
import Foundation
import MicaValues
import MicaWire

extension PropertyValue {
    /// The value of a kind that an object holds; nil when the object holds another kind.
    ///
    /// Numbers are NSNumber or any of Swift's number types. Structures are themselves or in an NSValue.
    package init?(object: Any?, kind: Kind) {
        guard let object, !(object is NSNull) else {
            self = .none
            return
        }
        switch kind {
        case .none: return nil
        case .number:
            guard let number = Self.number(object) else { return nil }
            self = .number(number)
        case .point:
            guard let point = object as? CGPoint else { return nil }
            self = .point(point)
        case .size:
            if let size = object as? CGSize {
                self = .size(size)
            } else if let point = object as? CGPoint {
                self = .size(CGSize(width: point.x, height: point.y))
            } else {
                return nil
            }
        case .rect:
            guard let rect = object as? CGRect else { return nil }
            self = .rect(rect)
        case .transform:
            if let transform = object as? CATransform3D {
                self = .transform(transform.matrix)
            } else if let affine = object as? CGAffineTransform {
                self = .transform(CATransform3DMakeAffineTransform(affine).matrix)
            } else {
                return nil
            }
        case .color:
            guard let color = object as? CGColor else { return nil }
            self = .color(color.value)
        case .string:
            if let string = object as? String {
                self = .string(string)
            } else if let string = (object as? any RawRepresentable)?.rawValue as? String {
                self = .string(string)
            } else {
                return nil
            }
        case .image:
            guard let image = object as? CGImage else { return nil }
            self = .image(image.resource)
        case .layer:
            guard let layer = object as? CALayer else { return nil }
            self = .layer(layer.id)
        case .vector:
            guard let list = object as? [Any], list.count == 3 else { return nil }
            let numbers = list.compactMap { Self.number($0) }
            guard numbers.count == 3 else { return nil }
            self = .vector(SIMD3(numbers[0], numbers[1], numbers[2]))
        case .path:
            guard let path = object as? CGPath else { return nil }
            self = .path(path.path)
        case .numbers:
            guard let list = object as? [Any] else { return nil }
            let numbers = list.compactMap { Self.number($0) }
            guard numbers.count == list.count else { return nil }
            self = .numbers(numbers)
        case .colors:
            guard let list = object as? [Any] else { return nil }
            let colors = list.compactMap { ($0 as? CGColor)?.value }
            guard colors.count == list.count else { return nil }
            self = .colors(colors)
        case .filters:
            guard let list = object as? [Any] else { return nil }
            let filters = list.compactMap { ($0 as? LayerFilter)?.state }
            guard filters.count == list.count else { return nil }
            self = .filters(filters)
        case .cells:
            guard let list = object as? [CAEmitterCell] else { return nil }
            self = .cells(CAEmitterCell.states(of: list))
        }
    }

    /// The value as an object for key-value coding: NSNumber, NSValue, CGColor, String, CGImage; nil for none.
    package func object(isBoolean: Bool = false) -> Any? {
        switch self {
        case .none, .layer: nil
        case .number(let v): isBoolean ? NSNumber(value: v != 0) : NSNumber(value: v)
        case .point(let v): NSValue(cgPoint: v)
        case .size(let v): NSValue(cgSize: v)
        case .rect(let v): NSValue(cgRect: v)
        case .transform(let v): NSValue(caTransform3D: CATransform3D(v))
        case .color(let v): CGColor(value: v)
        // An NSString casts to String and to the property's own type.
        case .string(let v): NSString(string: v)
        case .image(let v): CGImage(resource: v)
        case .vector(let v): [NSNumber(value: v.x), NSNumber(value: v.y), NSNumber(value: v.z)]
        case .path(let v): CGPath(path: v)
        case .numbers(let v): v.map { NSNumber(value: $0) }
        case .colors(let v): v.map { CGColor(value: $0) }
        case .filters(let v): v.isEmpty ? nil : v.map { LayerFilter(state: $0) }
        case .cells(let v): v.map { CAEmitterCell(state: $0) }
        }
    }

    private static func number(_ object: Any) -> Double? {
        switch object {
        case let v as Double: v
        case let v as CGFloat: Double(v)
        case let v as Float: Double(v)
        case let v as Bool: v ? 1 : 0
        case let v as any BinaryInteger: Double(v)
        case let v as NSNumber: v.doubleValue
        case let v as any RawRepresentable: number(v.rawValue)
        default: nil
        }
    }
}

import Foundation
import MicaBase

/// Values as numbers: what adds, and has others between.
extension PropertyValue {
    /// The numbers of the value, up to four, of colours those in sRGB; nil for kinds that are not made of them,
    /// transforms among them.
    package var components: SIMD4<Double>? {
        switch self {
        case .number(let v): return v.numbers
        case .point(let v): return v.numbers
        case .size(let v): return v.numbers
        case .rect(let v): return v.numbers
        case .color(let v):
            let color = v.inSRGB
            return SIMD4(color.red, color.green, color.blue, color.alpha)
        case .vector(let v): return SIMD4(v, 0)
        default: return nil
        }
    }

    /// The value of a kind with these numbers, a colour's alpha within 0...1; nil for kinds that have none.
    package init?(components c: SIMD4<Double>, of kind: Kind) {
        switch kind {
        case .number: self = .number(c.x)
        case .point: self = .point(CGPoint(numbers: c))
        case .size: self = .size(CGSize(numbers: c))
        case .rect: self = .rect(CGRect(numbers: c))
        case .color: self = .color(ColorValue(red: c.x, green: c.y, blue: c.z, alpha: min(1, max(0, c.w))))
        case .vector: self = .vector(SIMD3(c.x, c.y, c.z))
        default: return nil
        }
    }
}

extension PropertyTarget.Part {
    /// The part's range among a value's numbers; nil if it is no such part.
    package func numbers(in whole: PropertyValue.Kind) -> Range<Int>? {
        switch (whole, self) {
        case (.point, .x), (.size, .width), (.rect, .originX): 0..<1
        case (.point, .y), (.size, .height), (.rect, .originY): 1..<2
        case (.rect, .sizeWidth): 2..<3
        case (.rect, .sizeHeight): 3..<4
        case (.rect, .origin): 0..<2
        case (.rect, .size): 2..<4
        default: nil
        }
    }
}

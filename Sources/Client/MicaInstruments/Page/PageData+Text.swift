import Foundation
import MicaBase
import MicaServer
import MicaWire

/// Values as text.
extension PageData {
    static func text(_ value: PropertyValue) -> String {
        switch value {
        case .none: "none"
        case .number(let v): number(v)
        case .point(let v): "\(number(v.x)), \(number(v.y))"
        case .size(let v): "\(number(v.width)) x \(number(v.height))"
        case .rect(let v): "\(number(v.origin.x)), \(number(v.origin.y)), \(number(v.width)) x \(number(v.height))"
        case .transform(let m): text(m)
        case .color(let c): "\(c.space) \(number(c.red)) \(number(c.green)) \(number(c.blue)) \(number(c.alpha))"
        case .string(let v): "\"\(v.prefix(80))\""
        case .image(let v): "image of \(v.width) x \(v.height) pixels\(v.isOpaque ? ", opaque" : "")"
        case .layer(let v): "layer \(v)"
        case .vector(let v): "\(number(v.x)), \(number(v.y)), \(number(v.z))"
        case .path(let v): "path of \(v.verbs.count) elements"
        case .numbers(let v): v.prefix(8).map { number($0) }.joined(separator: ", ") + (v.count > 8 ? ", ..." : "")
        case .colors(let v): "\(v.count) colours"
        case .filters(let v): v.map { "\($0.kind.rawValue)" }.joined(separator: ", ")
        case .cells(let v): "\(v.count) cells"
        }
    }

    static func text(_ animation: KeyedAnimation) -> String {
        let a = animation.animation
        let what: String
        switch a.content {
        case .property(let property): what = property.target.keyPath
        case .group(let members): what = "group of \(members.count)"
        case .transition(let transition): what = "transition \(transition.kind)"
        }
        let repeats = a.timing.repeatCount > 1 ? ", \(number(a.timing.repeatCount)) times" : ""
        return
            "\(animation.key): \(what), from \(number(a.timing.beginTime)) s for \(number(a.timing.duration)) s\(repeats)"
    }

    private static func text(_ m: Matrix4) -> String {
        if m == .identity { return "identity" }
        let rows = [
            [m.m11, m.m12, m.m13, m.m14], [m.m21, m.m22, m.m23, m.m24], [m.m31, m.m32, m.m33, m.m34],
            [m.m41, m.m42, m.m43, m.m44],
        ]
        return rows.map { $0.map { number($0) }.joined(separator: " ") }.joined(separator: "; ")
    }

    private static func number(_ value: some BinaryFloatingPoint) -> String {
        let v = Double(value)
        guard v.isFinite, abs(v) < 1e9 else { return "\(v)" }
        let r = (v * 1000).rounded() / 1000
        return r == r.rounded() ? "\(Int(r))" : "\(r)"
    }
}

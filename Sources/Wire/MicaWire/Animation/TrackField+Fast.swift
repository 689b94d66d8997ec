import Foundation
import MicaBase

/// A fast way beside the plain one of TrackField.swift: direct code that writes the fields that are animated most. It
/// takes a tenth of the time of writes through the property's row.
///
/// Each case but `wholeTransform` could be deleted: `byRow` does the same. Blocks write opacity in a loop of their own
/// (`TrackBlock`). `TrackFieldTests` compares both ways over all fields.
extension TrackField {
    /// Fields that are written by direct code.
    enum Direct: UInt8, Sendable {
        /// Written through the property's row.
        case byRow
        /// The transform with one of its parts set, or between two transforms: written by the track.
        case wholeTransform
        case opacity, zPosition, anchorPointZ, cornerRadius, borderWidth
        case positionX, positionY, width, height, originX, originY
        case translationX, translationY, translationZ
        case position, anchorPoint, bounds, contentsRect, contentsCenter, backgroundColor, borderColor
        case shadowOpacity, shadowRadius, strokeStart, strokeEnd, lineWidth, lineDashPhase

        /// The direct code for a part of a property.
        init(_ property: PropertyID, _ part: PropertyTarget.Part) {
            switch (property, part) {
            case (.opacity, .whole): self = .opacity
            case (.zPosition, .whole): self = .zPosition
            case (.anchorPointZ, .whole): self = .anchorPointZ
            case (.cornerRadius, .whole): self = .cornerRadius
            case (.borderWidth, .whole): self = .borderWidth
            case (.position, .whole): self = .position
            case (.position, .x): self = .positionX
            case (.position, .y): self = .positionY
            case (.anchorPoint, .whole): self = .anchorPoint
            case (.bounds, .whole): self = .bounds
            case (.bounds, .sizeWidth): self = .width
            case (.bounds, .sizeHeight): self = .height
            case (.bounds, .originX): self = .originX
            case (.bounds, .originY): self = .originY
            case (.transform, .translationX): self = .translationX
            case (.transform, .translationY): self = .translationY
            case (.transform, .translationZ): self = .translationZ
            case (.transform, _): self = .wholeTransform
            case (.contentsRect, .whole): self = .contentsRect
            case (.contentsCenter, .whole): self = .contentsCenter
            case (.backgroundColor, .whole): self = .backgroundColor
            case (.borderColor, .whole): self = .borderColor
            case (.shadowOpacity, .whole): self = .shadowOpacity
            case (.shadowRadius, .whole): self = .shadowRadius
            case (.strokeStart, .whole): self = .strokeStart
            case (.strokeEnd, .whole): self = .strokeEnd
            case (.lineWidth, .whole): self = .lineWidth
            case (.lineDashPhase, .whole): self = .lineDashPhase
            default: self = .byRow
            }
        }
    }

    /// Writes numbers into a state.
    @inline(__always)  // For each track of each frame.
    package func write(_ v: SIMD4<Double>, to state: inout LayerState) {
        switch direct {
        case .byRow: writeByRow(v, to: &state)
        case .wholeTransform: break
        case .opacity: state.opacity = v.x
        case .zPosition: state.zPosition = v.x
        case .anchorPointZ: state.anchorPointZ = v.x
        case .cornerRadius: state.cornerRadius = v.x
        case .borderWidth: state.borderWidth = v.x
        case .positionX: state.position.x = CGFloat(v.x)
        case .positionY: state.position.y = CGFloat(v.x)
        case .width: state.bounds.size.width = CGFloat(v.x)
        case .height: state.bounds.size.height = CGFloat(v.x)
        case .originX: state.bounds.origin.x = CGFloat(v.x)
        case .originY: state.bounds.origin.y = CGFloat(v.x)
        case .translationX: state.transform.m41 = v.x
        case .translationY: state.transform.m42 = v.x
        case .translationZ: state.transform.m43 = v.x
        case .position: state.position = CGPoint(x: v.x, y: v.y)
        case .anchorPoint: state.anchorPoint = CGPoint(x: v.x, y: v.y)
        case .bounds: state.bounds = CGRect(x: v.x, y: v.y, width: v.z, height: v.w)
        case .contentsRect: state.contentsRect = CGRect(x: v.x, y: v.y, width: v.z, height: v.w)
        case .contentsCenter:
            state.changeContents { $0.center = CGRect(x: v.x, y: v.y, width: v.z, height: v.w) }
        case .backgroundColor: state.backgroundColor = ColorValue(red: v.x, green: v.y, blue: v.z, alpha: v.w)
        case .borderColor: state.borderColor = ColorValue(red: v.x, green: v.y, blue: v.z, alpha: v.w)
        case .shadowOpacity: state.changeShadow { $0.opacity = v.x }
        case .shadowRadius: state.changeShadow { $0.radius = v.x }
        case .strokeStart: state.changeShape { $0.strokeStart = v.x }
        case .strokeEnd: state.changeShape { $0.strokeEnd = v.x }
        case .lineWidth: state.changeShape { $0.lineWidth = v.x }
        case .lineDashPhase: state.changeShape { $0.lineDashPhase = v.x }
        }
    }

    /// Limits an animation's numbers to the valid range, as `evaluate` does.
    @inline(__always)  // For each track of each frame.
    package func limited(_ v: SIMD4<Double>) -> SIMD4<Double> {
        var v = v
        switch direct {
        case .opacity: v.x = min(1, max(0, v.x))
        case .cornerRadius: v.x = max(0, v.x)
        case .backgroundColor, .borderColor: v.w = min(1, max(0, v.w))
        case .byRow: return kind == .color || isHeld ? limitedByRow(v) : v
        default: break
        }
        return v
    }
}

import CoreGraphics
import Foundation
import MicaExtras
import MicaWire

extension CALayer {
    /// The value under a key: a property through its accessor, or a value that was set under another key.
    package func readValue(_ key: String) -> Any? {
        if let row = row(forKey: key) {
            if row.property == .mask { return mask }
            if row.property == .contents { return contents }
            if row.property == .compositingFilter { return compositingFilter }
            return read(row.property).object(isBoolean: row.isBoolean)
        }
        if let own = DisplayKey(rawValue: key) { return own.read(self) }
        switch key {
        case "frame": return NSValue(cgRect: frame)
        case "sublayers": return sublayers
        case "superlayer": return superlayer
        case "name": return name
        case "delegate": return delegate
        case "actions": return actions
        case "autoresizingMask": return NSNumber(value: autoresizingMask.rawValue)
        case "constraints": return constraints
        case "layoutManager": return layoutManager
        case "visibleRect": return NSValue(cgRect: visibleRect)
        case "style": return style
        default:
            return customValues[key] ?? styleValue(key) ?? type(of: self).defaultValue(forKey: key)
                ?? declaredValue(forKey: key)
        }
    }

    /// Sets the value under a key: a property through its accessor, or any other key. A value that a property cannot have changes
    /// nothing, which is said once.
    package func writeValue(_ value: Any?, _ key: String) {
        if let row = row(forKey: key) {
            if row.property == .contents {
                contents = value is NSNull ? nil : value
                return
            }
            if row.property == .mask {
                mask = value as? CALayer
                return
            }
            if row.property == .compositingFilter {
                compositingFilter = value is NSNull ? nil : value
                return
            }
            switch row.property {
            // Their accessors keep what they do not understand.
            case .filters where value is [Any]: filters = value as? [Any]
            case .backgroundFilters where value is [Any]: backgroundFilters = value as? [Any]
            case .colors where value is [Any]: (self as? CAGradientLayer)?.colors = value as? [Any]
            default:
                guard let typed = PropertyValue(object: value, kind: row.kind),
                    writeIfTaken(row.property, typed == .none ? row.defaultValue : typed)
                else { return Self.sayUnread(value, key) }
            }
            return
        }
        if let own = DisplayKey(rawValue: key) {
            if !own.write(value is NSNull ? nil : value, self) { Self.sayUnread(value, key) }
            return
        }
        switch key {
        case "frame":
            guard let rect = value as? CGRect else { return Self.sayUnread(value, key) }
            frame = rect
        case "sublayers": sublayers = value as? [CALayer]
        case "name": name = value as? String
        case "actions": actions = value as? [String: any CAAction]
        case "style": style = value as? [AnyHashable: Any]
        case "autoresizingMask":
            guard case .number(let bits)? = PropertyValue(object: value, kind: .number),
                let bits = UInt32(exactly: bits)
            else { return Self.sayUnread(value, key) }
            autoresizingMask = CAAutoresizingMask(rawValue: bits)
        case "constraints": constraints = value as? [CAConstraint]
        case "layoutManager": layoutManager = value as? any CALayoutManager
        default:
            setCustomValue(value, forKey: key)
        }
    }

    /// The value at a path.
    package func readValue(path: String) -> Any? {
        let (first, rest) = Self.split(path)
        guard let rest else { return value(forKey: first) }
        if let row = row(forKey: first), row.property != .mask {
            if row.kind == .filters { return readFilterValue(row.property, path) }
            guard let part = PropertyTarget.Part(rawValue: rest), part.kind(in: row.kind) != nil else { return nil }
            return part.value(in: read(row.property)).object()
        }
        switch first {
        case "frame": return PropertyTarget.Part(rawValue: rest)?.value(in: .rect(frame)).object()
        case "sublayers":
            let (name, inner) = Self.split(rest)
            let layer = sublayers?.first { $0.name == name }
            return inner.map { layer?.value(forKeyPath: $0) } ?? layer
        default:
            let inner = value(forKey: first)
            if let layer = inner as? CALayer { return layer.value(forKeyPath: rest) }
            if let dictionary = inner as? [String: Any] { return dictionary[rest] }
            return nil
        }
    }

    /// Sets the value at a path; one into what is not there, and a value that is no such part, change nothing.
    package func writeValue(_ value: Any?, path: String) {
        let (first, rest) = Self.split(path)
        guard let rest else { return setValue(value, forKey: first) }
        if let row = row(forKey: first), row.property != .mask {
            if row.kind == .filters { return writeFilterValue(value, row.property, path) }
            guard let whole = Self.setting(rest, of: read(row.property), to: value) else {
                return Self.sayUnread(value, path)
            }
            if !writeIfTaken(row.property, whole) { Self.sayUnread(value, path) }
            return
        }
        switch first {
        case "frame":
            guard case .rect(let rect)? = Self.setting(rest, of: .rect(frame), to: value) else {
                return Self.sayUnread(value, path)
            }
            frame = rect
        case "sublayers":
            let (name, inner) = Self.split(rest)
            guard let inner else { return Self.sayUnread(value, path) }
            sublayers?.first { $0.name == name }?.setValue(value, forKeyPath: inner)
        default:
            let inner = self.value(forKey: first)
            if let layer = inner as? CALayer {
                layer.setValue(value, forKeyPath: rest)
            } else if var dictionary = inner as? [String: Any] {
                dictionary[rest] = value
                setValue(dictionary, forKey: first)
            }
        }
    }

    private static func setting(_ name: String, of whole: PropertyValue, to value: Any?) -> PropertyValue? {
        guard let part = PropertyTarget.Part(rawValue: name), let kind = part.kind(in: whole.kind),
            let typed = PropertyValue(object: value, kind: kind)
        else { return nil }
        return part.setting(typed, in: whole)
    }

    private static func split(_ path: String) -> (String, String?) {
        guard let dot = path.firstIndex(of: ".") else { return (path, nil) }
        return (String(path[..<dot]), String(path[path.index(after: dot)...]))
    }

    /// The value of a property, through the accessor that a subclass may have overridden.
    package func read(_ property: PropertyID) -> PropertyValue {
        switch property {
        case .bounds: .rect(bounds)
        case .position: .point(position)
        case .zPosition: .number(Double(zPosition))
        case .anchorPoint: .point(anchorPoint)
        case .anchorPointZ: .number(Double(anchorPointZ))
        case .transform: .transform(transform.matrix)
        case .sublayerTransform: .transform(sublayerTransform.matrix)
        case .hidden: .number(isHidden ? 1 : 0)
        case .doubleSided: .number(isDoubleSided ? 1 : 0)
        case .geometryFlipped: .number(isGeometryFlipped ? 1 : 0)
        case .masksToBounds: .number(masksToBounds ? 1 : 0)
        case .opaque: .number(isOpaque ? 1 : 0)
        case .allowsGroupOpacity: .number(allowsGroupOpacity ? 1 : 0)
        case .opacity: .number(Double(opacity))
        case .backgroundColor: backgroundColor.map { .color($0.value) } ?? .none
        case .cornerRadius: .number(Double(cornerRadius))
        case .maskedCorners: .number(Double(maskedCorners.rawValue))
        case .borderWidth: .number(Double(borderWidth))
        case .borderColor: borderColor.map { .color($0.value) } ?? .none
        case .contents, .mask: state[property]
        case .contentsRect: .rect(contentsRect)
        case .contentsGravity: .string(contentsGravity.rawValue)
        case .contentsScale: .number(Double(contentsScale))
        case .contentsCenter: .rect(contentsCenter)
        case .minificationFilter: .string(minificationFilter.rawValue)
        case .magnificationFilter: .string(magnificationFilter.rawValue)
        case .minificationFilterBias: .number(Double(minificationFilterBias))
        case .beginTime: .number(beginTime)
        case .duration: .number(duration)
        case .speed: .number(Double(speed))
        case .timeOffset: .number(timeOffset)
        case .repeatCount: .number(Double(repeatCount))
        case .repeatDuration: .number(repeatDuration)
        case .autoreverses: .number(autoreverses ? 1 : 0)
        case .fillMode: .string(fillMode.rawValue)
        case .shadowColor: shadowColor.map { .color($0.value) } ?? .none
        case .shadowOpacity: .number(Double(shadowOpacity))
        case .shadowOffset: .size(shadowOffset)
        case .shadowRadius: .number(Double(shadowRadius))
        case .shadowPath: shadowPath.map { .path($0.path) } ?? .none
        case .cornerCurve: .string(cornerCurve.rawValue)
        case .edgeAntialiasingMask: .number(Double(edgeAntialiasingMask.rawValue))
        case .allowsEdgeAntialiasing: .number(allowsEdgeAntialiasing ? 1 : 0)
        case .shouldRasterize: .number(shouldRasterize ? 1 : 0)
        case .rasterizationScale: .number(Double(rasterizationScale))
        case .preferredDynamicRange: .string(preferredDynamicRange.rawValue)
        case .toneMapMode: .string(toneMapMode.rawValue)
        case .wantsExtendedDynamicRangeContent: .number(wantsExtendedDynamicRangeContent ? 1 : 0)
        case .contentsHeadroom: .number(Double(contentsHeadroom))
        case .filters: filters.flatMap { PropertyValue(object: $0, kind: .filters) } ?? .none
        case .backgroundFilters:
            backgroundFilters.flatMap { PropertyValue(object: $0, kind: .filters) } ?? .none
        default: readOwn(property)
        }
    }

    /// The row of a key, or of a getter's name, if this layer has such a property.
    package func row(forKey key: String) -> PropertyRow? {
        LayerPropertyTable.row(forKeyOrGetter: key)
            .flatMap { $0.owners.isDisjoint(with: type(of: self).classes) ? nil : $0 }
    }

    /// Sets a property, through the accessor that a subclass may have overridden; false where it cannot be the value, or cannot
    /// be none.
    func writeIfTaken(_ property: PropertyID, _ value: PropertyValue) -> Bool {
        switch (property, value) {
        case (.bounds, .rect(let v)): bounds = v
        case (.position, .point(let v)): position = v
        case (.zPosition, .number(let v)): zPosition = CGFloat(v)
        case (.anchorPoint, .point(let v)): anchorPoint = v
        case (.anchorPointZ, .number(let v)): anchorPointZ = CGFloat(v)
        case (.transform, .transform(let v)): transform = CATransform3D(v)
        case (.sublayerTransform, .transform(let v)): sublayerTransform = CATransform3D(v)
        case (.hidden, .number(let v)): isHidden = v != 0
        case (.doubleSided, .number(let v)): isDoubleSided = v != 0
        case (.geometryFlipped, .number(let v)): isGeometryFlipped = v != 0
        case (.masksToBounds, .number(let v)): masksToBounds = v != 0
        case (.opaque, .number(let v)): isOpaque = v != 0
        case (.allowsGroupOpacity, .number(let v)): allowsGroupOpacity = v != 0
        case (.opacity, .number(let v)): opacity = Float(v)
        case (.backgroundColor, .color(let v)): backgroundColor = CGColor(value: v)
        case (.backgroundColor, .none): backgroundColor = nil
        case (.cornerRadius, .number(let v)): cornerRadius = CGFloat(v)
        case (.maskedCorners, .number(let v)): maskedCorners = CACornerMask(rawValue: UInt(max(0, min(15, v))))
        case (.borderWidth, .number(let v)): borderWidth = CGFloat(v)
        case (.borderColor, .color(let v)): borderColor = CGColor(value: v)
        case (.borderColor, .none): borderColor = nil
        case (.contents, .image(let v)): contents = CGImage(resource: v)
        case (.contents, .none): contents = nil
        case (.contentsRect, .rect(let v)): contentsRect = v
        case (.contentsGravity, .string(let v)): contentsGravity = CALayerContentsGravity(rawValue: v)
        case (.contentsScale, .number(let v)): contentsScale = CGFloat(v)
        case (.contentsCenter, .rect(let v)): contentsCenter = v
        case (.minificationFilter, .string(let v)): minificationFilter = CALayerContentsFilter(rawValue: v)
        case (.magnificationFilter, .string(let v)): magnificationFilter = CALayerContentsFilter(rawValue: v)
        case (.minificationFilterBias, .number(let v)): minificationFilterBias = Float(v)
        case (.beginTime, .number(let v)): beginTime = v
        case (.duration, .number(let v)): duration = v
        case (.speed, .number(let v)): speed = Float(v)
        case (.timeOffset, .number(let v)): timeOffset = v
        case (.repeatCount, .number(let v)): repeatCount = Float(v)
        case (.repeatDuration, .number(let v)): repeatDuration = v
        case (.autoreverses, .number(let v)): autoreverses = v != 0
        case (.fillMode, .string(let v)): fillMode = CAMediaTimingFillMode(rawValue: v)
        case (.shadowColor, .color(let v)): shadowColor = CGColor(value: v)
        case (.shadowColor, .none): shadowColor = nil
        case (.shadowOpacity, .number(let v)): shadowOpacity = Float(v)
        case (.shadowOffset, .size(let v)): shadowOffset = v
        case (.shadowRadius, .number(let v)): shadowRadius = CGFloat(v)
        case (.shadowPath, .path(let v)): shadowPath = CGPath(path: v)
        case (.shadowPath, .none): shadowPath = nil
        case (.compositingFilter, .none): compositingFilter = nil
        case (.compositingFilter, .string(let v)): compositingFilter = v.isEmpty ? nil : v
        case (.filters, .none): filters = nil
        case (.backgroundFilters, .none): backgroundFilters = nil
        case (.filters, .filters(let v)): filters = v.isEmpty ? nil : v.map { LayerFilter(state: $0) }
        case (.backgroundFilters, .filters(let v)):
            backgroundFilters = v.isEmpty ? nil : v.map { LayerFilter(state: $0) }
        case (.allowsGroupBlending, .number(let v)):
            setFlag(.allowsGroupBlending, .allowsGroupBlending, v != 0)
        case (.edgeAntialiasingMask, .number(let v)):
            edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: UInt32(max(0, min(15, v))))
        case (.allowsEdgeAntialiasing, .number(let v)): allowsEdgeAntialiasing = v != 0
        case (.shouldRasterize, .number(let v)): shouldRasterize = v != 0
        case (.rasterizationScale, .number(let v)): rasterizationScale = CGFloat(v)
        case (.preferredDynamicRange, .string(let v)): preferredDynamicRange = DynamicRange(rawValue: v)
        case (.toneMapMode, .string(let v)): toneMapMode = ToneMapMode(rawValue: v)
        case (.wantsExtendedDynamicRangeContent, .number(let v)): wantsExtendedDynamicRangeContent = v != 0
        case (.contentsHeadroom, .number(let v)): contentsHeadroom = CGFloat(v)
        case (.cornerCurve, .string(let v)): cornerCurve = CALayerCornerCurve(rawValue: v)
        case (.contentsMultiplyColor, _), (.contentsSwizzle, .string), (.contentsTransform, .transform):
            // Keys of archives without accessors.
            change(property, if: state[property] != value) { $0.set(property, to: value) }
        default: return writeOwn(property, value)
        }
        return true
    }
}

import CoreGraphics
import MicaText

/// Makes a style of settings. A setting whose value has the wrong size for its type is ignored.
public func CTParagraphStyleCreate(
    _ settings: UnsafePointer<CTParagraphStyleSetting>?, _ settingCount: Int
) -> CTParagraphStyle {
    var result = ParagraphSettings()
    for index in 0..<max(settingCount, 0) {
        guard let setting = unsafe settings?[index] else { continue }
        func load<Value>(_ type: Value.Type) -> Value? {
            unsafe setting.valueSize == MemoryLayout<Value>.size ? setting.value.loadUnaligned(as: Value.self) : nil
        }
        func length() -> Double? { load(Double.self).flatMap { $0.isFinite ? $0 : nil } }
        switch unsafe setting.spec {
        case .alignment:
            if let v = load(UInt8.self).flatMap({ ParagraphSettings.Alignment(rawValue: $0) }) { result.alignment = v }
        case .lineBreakMode:
            if let v = load(UInt8.self).flatMap({ ParagraphSettings.LineBreak(rawValue: $0) }) { result.lineBreak = v }
        case .baseWritingDirection:
            if let v = load(Int8.self) { result.direction = v < 0 ? .natural : v == 0 ? .leftToRight : .rightToLeft }
        case .firstLineHeadIndent: result.firstLineIndent = length() ?? result.firstLineIndent
        case .headIndent: result.headIndent = length() ?? result.headIndent
        case .tailIndent: result.tailIndent = length() ?? result.tailIndent
        case .defaultTabInterval: result.tabInterval = length() ?? result.tabInterval
        case .lineHeightMultiple: result.heightMultiple = length() ?? result.heightMultiple
        case .maximumLineHeight: result.maximumHeight = length() ?? result.maximumHeight
        case .minimumLineHeight: result.minimumHeight = length() ?? result.minimumHeight
        case .lineSpacing, .lineSpacingAdjustment: result.lineSpacing = length() ?? result.lineSpacing
        case .paragraphSpacing: result.spacingAfter = length() ?? result.spacingAfter
        case .paragraphSpacingBefore: result.spacingBefore = length() ?? result.spacingBefore
        case .tabStops, .maximumLineSpacing, .minimumLineSpacing: break
        }
    }
    return CTParagraphStyle(settings: result)
}

/// Writes the value of a setting; false when the size is wrong for the value's type, or the setting is ignored here.
public func CTParagraphStyleGetValueForSpecifier(
    _ paragraphStyle: CTParagraphStyle, _ spec: CTParagraphStyleSpecifier, _ valueBufferSize: Int,
    _ valueBuffer: UnsafeMutableRawPointer
) -> Bool {
    func store<Value>(_ value: Value) -> Bool {
        guard valueBufferSize >= MemoryLayout<Value>.size else { return false }
        unsafe valueBuffer.storeBytes(of: value, as: Value.self)
        return true
    }
    let s = paragraphStyle.settings
    switch spec {
    case .alignment: return store(s.alignment.rawValue)
    case .lineBreakMode: return store(s.lineBreak.rawValue)
    case .baseWritingDirection:
        return store(s.direction == .natural ? Int8(-1) : s.direction == .leftToRight ? 0 : 1)
    case .firstLineHeadIndent: return store(s.firstLineIndent)
    case .headIndent: return store(s.headIndent)
    case .tailIndent: return store(s.tailIndent)
    case .defaultTabInterval: return store(s.tabInterval)
    case .lineHeightMultiple: return store(s.heightMultiple)
    case .maximumLineHeight: return store(s.maximumHeight)
    case .minimumLineHeight: return store(s.minimumHeight)
    case .lineSpacing, .lineSpacingAdjustment: return store(s.lineSpacing)
    case .paragraphSpacing: return store(s.spacingAfter)
    case .paragraphSpacingBefore: return store(s.spacingBefore)
    case .tabStops, .maximumLineSpacing, .minimumLineSpacing: return false
    }
}

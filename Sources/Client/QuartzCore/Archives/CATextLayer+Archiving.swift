import CoreGraphics
import CoreText
import Foundation
import MicaText

extension CATextLayer {
    /// Writes the text and the font's name.
    ///
    /// An attributed string becomes its characters and a list of runs, each with a range and attributes: numbers,
    /// strings, colours, fonts and paragraph styles. Attributes of other types are left out.
    func writeText(_ coder: NSCoder) {
        if shouldArchiveValue(forKey: "string") {
            if let plain = string as? String { coder.encode(NSString(string: plain), forKey: "string") }
            if let text = string as? NSAttributedString { write(text, coder) }
        }
        if shouldArchiveValue(forKey: "font") {
            switch font {
            case let font as CTFont: coder.encode(NSString(string: font.face.names.postScript), forKey: "font")
            case let font as CGFont: coder.encode(NSString(string: font.face.names.postScript), forKey: "font")
            case let name as String: coder.encode(NSString(string: name), forKey: "font")
            default: break
            }
        }
    }

    private func write(_ text: NSAttributedString, _ coder: NSCoder) {
        var runs: [NSArray] = []
        var location = 0
        while location < text.length {
            var range = NSRange()
            let attributes = unsafe text.attributes(at: location, effectiveRange: &range)
            var entries: [NSArray] = []
            for (key, value) in attributes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                guard let object = Self.archived(value) else { continue }
                entries.append(NSArray(array: [NSString(string: key.rawValue), object]))
            }
            runs.append(
                NSArray(array: [
                    NSNumber(value: range.location), NSNumber(value: range.length), NSArray(array: entries),
                ]))
            location = max(location + 1, range.location + range.length)
        }
        coder.encode(NSString(string: text.string), forKey: "attributedString")
        coder.encode(NSArray(array: runs), forKey: "attributes")
    }

    /// Reads the values that `writeText` wrote; false when one is damaged.
    func readText(_ coder: NSCoder) -> Bool {
        if coder.containsValue(forKey: "string") {
            guard let plain = coder.decodeObject(of: NSString.self, forKey: "string") else { return false }
            string = String(describing: plain)
        }
        if coder.containsValue(forKey: "font") {
            guard let name = coder.decodeObject(of: NSString.self, forKey: "font") else { return false }
            font = String(describing: name)
        }
        guard coder.containsValue(forKey: "attributedString") else { return true }
        guard let letters = coder.decodeObject(of: NSString.self, forKey: "attributedString"),
            let runs = ArchivedValue.decode(coder, "attributes") as? [Any]
        else { return false }
        let text = NSMutableAttributedString(string: String(describing: letters))
        var end = 0
        for run in runs {
            guard let parts = run as? [Any], parts.count == 3, let location = (parts[0] as? NSNumber)?.intValue,
                let length = (parts[1] as? NSNumber)?.intValue, location >= end, length > 0, location <= text.length,
                length <= text.length - location, let attributes = Self.attributes(parts[2])
            else { return false }
            text.setAttributes(attributes, range: NSRange(location: location, length: length))
            end = location + length
        }
        string = text
        return true
    }

    /// The attributes of a run; nil when they do not have the form that `write` gives them.
    private static func attributes(_ entries: Any) -> [NSAttributedString.Key: Any]? {
        guard let entries = entries as? [Any] else { return nil }
        var attributes: [NSAttributedString.Key: Any] = [:]
        for entry in entries {
            guard let pair = entry as? [Any], pair.count == 2, let key = pair[0] as? String,
                let value = restored(pair[1]),
                attributes.updateValue(value, forKey: NSAttributedString.Key(key)) == nil
            else { return nil }
        }
        return attributes
    }

    /// The value of an attribute as an object for an archive; nil for values of other types.
    private static func archived(_ value: Any) -> NSObject? {
        switch value {
        case let font as CTFont:
            return NSArray(array: [
                NSString(string: "font"), NSString(string: font.face.names.postScript), NSNumber(value: font.size),
            ])
        case let style as any ParagraphSettingsHolder:
            let s = style.settings
            let direction = s.direction == .natural ? -1.0 : s.direction == .leftToRight ? 0 : 1
            let numbers =
                [Double(s.alignment.rawValue), Double(s.lineBreak.rawValue), direction]
                + lengths.map { s[keyPath: $0] }
                + s.tabStops.flatMap { [$0.location, Double($0.alignment.rawValue)] }
            return NSArray(array: [NSString(string: "paragraph")] + numbers.map { NSNumber(value: $0) })
        case let color as any ColorHolder: return ArchivedValue.archived(color.cgColor)
        default:
            let object = ArchivedValue.archived(value)
            return value is CGColor || object is NSNumber || object is NSString ? object : nil
        }
    }

    private static var lengths: [WritableKeyPath<ParagraphSettings, Double>] {
        [
            \.firstLineIndent, \.headIndent, \.tailIndent, \.lineSpacing, \.spacingAfter, \.spacingBefore,
            \.heightMultiple, \.minimumHeight, \.maximumHeight, \.tabInterval,
        ]
    }

    /// The value of an attribute; nil for types that are not written.
    ///
    /// Foundation compares the attributes of neighbouring runs, so this must return only values that Foundation can
    /// compare (`CoreFoundationKind`).
    private static func restored(_ value: Any) -> Any? {
        if value is NSNumber || value is String || value is CGColor { return value }
        guard let list = value as? [Any], let kind = list.first as? String else { return nil }
        let numbers = list.dropFirst().compactMap { ($0 as? NSNumber)?.doubleValue }
        switch kind {
        case "font":
            guard list.count == 3, let name = list[1] as? String, numbers.count == 1 else { return nil }
            return CTFont(face: FontLibrary.shared.faceOrStandard(named: name), size: numbers[0])
        case "paragraph":
            guard numbers.count >= 3 + lengths.count, (numbers.count - 3 - lengths.count) % 2 == 0,
                numbers.allSatisfy({ $0.isFinite }),
                let alignment = UInt8(exactly: numbers[0]).flatMap({ ParagraphSettings.Alignment(rawValue: $0) }),
                let lineBreak = UInt8(exactly: numbers[1]).flatMap({ ParagraphSettings.LineBreak(rawValue: $0) })
            else { return nil }
            var settings = ParagraphSettings()
            (settings.alignment, settings.lineBreak) = (alignment, lineBreak)
            settings.direction = numbers[2] < 0 ? .natural : numbers[2] == 0 ? .leftToRight : .rightToLeft
            for (path, number) in zip(lengths, numbers.dropFirst(3)) { settings[keyPath: path] = number }
            let stops = numbers.dropFirst(3 + lengths.count)
            for index in stride(from: stops.startIndex, to: stops.endIndex, by: 2) {
                guard
                    let alignment = UInt8(exactly: stops[index + 1]).flatMap({ TabStop.Alignment(rawValue: $0) })
                else { return nil }
                settings.tabStops.append(TabStop(location: stops[index], alignment: alignment))
            }
            return CTParagraphStyle(settings: settings)
        default: return nil
        }
    }
}

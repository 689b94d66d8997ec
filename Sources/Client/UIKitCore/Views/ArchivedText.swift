import CoreGraphics
import CoreText
import Foundation

// Styled texts in archives. Foundation's own archives of them lose the styles' objects on Linux.
extension NSCoder {
    private static let classes: [AnyClass] = [
        UIFont.self, UIColor.self, NSNumber.self, NSString.self, NSParagraphStyle.self, NSMutableParagraphStyle.self,
    ]

    /// Writes a styled text under a key: the characters and, for each run, the attributes that can be archived (fonts,
    /// colours, numbers, texts, paragraph styles; of shadows their values).
    package func encode(styled text: NSAttributedString, forKey key: String) {
        encode(NSString(string: text.string), forKey: key)
        var location = 0
        var runs = 0
        while location < text.length {
            var range = NSRange(location: 0, length: 0)
            let attributes = unsafe text.attributes(at: location, effectiveRange: &range)
            encode(range.length, forKey: "\(key).\(runs)")
            var names: [String] = []
            for (name, value) in attributes {
                let place = "\(key).\(runs).\(name.rawValue)"
                if let shadow = value as? NSShadow {
                    encode(shadow.shadowOffset, forKey: place + ".offset")
                    encode(Double(shadow.shadowBlurRadius), forKey: place + ".blur")
                    encodeOptional(Self.archivable(shadow.shadowColor as Any) as? UIColor, forKey: place)
                } else if let object = Self.archivable(value) {
                    encode(object, forKey: place)
                } else {
                    continue
                }
                names.append(name.rawValue)
            }
            encode(NSString(string: names.joined(separator: "\n")), forKey: "\(key).\(runs).names")
            location = range.location + range.length
            runs += 1
        }
    }

    /// The styled text under a key; nil if there is none.
    package func styledText(forKey key: String) -> NSAttributedString? {
        guard let string = optionalText(forKey: key) else { return nil }
        let text = NSMutableAttributedString(string: string)
        var location = 0
        var run = 0
        while location < text.length, containsValue(forKey: "\(key).\(run)") {
            let length = min(max(decodeInteger(forKey: "\(key).\(run)"), 0), text.length - location)
            guard length > 0 else { break }
            let names = optionalText(forKey: "\(key).\(run).names")?.split(separator: "\n") ?? []
            for name in names {
                let place = "\(key).\(run).\(name)"
                let value: Any?
                if containsValue(forKey: place + ".offset") {
                    let shadow = NSShadow()
                    shadow.shadowOffset = decodeCGSize(forKey: place + ".offset")
                    shadow.shadowBlurRadius = CGFloat(decodeDouble(forKey: place + ".blur"))
                    shadow.shadowColor = optionalObject(of: UIColor.self, forKey: place)
                    value = shadow
                } else {
                    value = decodeObject(of: Self.classes, forKey: place)
                }
                guard let value else { continue }
                text.addAttribute(
                    NSAttributedString.Key(String(name)), value: value,
                    range: NSRange(location: location, length: length))
            }
            location += length
            run += 1
        }
        return text
    }

    private static func archivable(_ value: Any) -> (any NSCoding)? {
        switch value {
        case let value as UIFont: value
        case let value as CTFont: UIFont(name: CTFontCopyPostScriptName(value), size: CTFontGetSize(value))
        case let value as UIColor: value
        case let value as CGColor: UIColor(cgColor: value)
        case let value as NSParagraphStyle: value
        case let value as NSNumber: value
        case let value as String: NSString(string: value)
        case let value as Int: NSNumber(value: value)
        case let value as Double: NSNumber(value: value)
        case let value as CGFloat: NSNumber(value: Double(value))
        case let value as Float: NSNumber(value: value)
        case let value as Bool: NSNumber(value: value)
        case let value as NSUnderlineStyle: NSNumber(value: value.rawValue)
        default: nil
        }
    }
}

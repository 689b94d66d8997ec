import Foundation

/// A class whose objects an archive may hold. Values of Foundation are read here; other classes read themselves.
struct ArchivedClass {
    /// Foundation's classes that archives of layers hold.
    private enum Value: String, CaseIterable {
        case array = "NSArray"
        case mutableArray = "NSMutableArray"
        case dictionary = "NSDictionary"
        case mutableDictionary = "NSMutableDictionary"
        case set = "NSSet"
        case mutableSet = "NSMutableSet"
        case string = "NSString"
        case mutableString = "NSMutableString"
        case data = "NSData"
        case mutableData = "NSMutableData"
        case date = "NSDate"
        case null = "NSNull"
        case uuid = "NSUUID"

        var type: AnyClass {
            switch self {
            case .array: NSArray.self
            case .mutableArray: NSMutableArray.self
            case .dictionary: NSDictionary.self
            case .mutableDictionary: NSMutableDictionary.self
            case .set: NSSet.self
            case .mutableSet: NSMutableSet.self
            case .string: NSString.self
            case .mutableString: NSMutableString.self
            case .data: NSData.self
            case .mutableData: NSMutableData.self
            case .date: NSDate.self
            case .null: NSNull.self
            case .uuid: NSUUID.self
            }
        }
    }

    private enum Kind {
        case value(Value)
        case own(any NSSecureCoding.Type)
    }

    /// The name of the class in archives.
    let name: String
    let type: AnyClass
    private let kind: Kind

    /// Whether objects of the class read themselves, through `init(coder:)`.
    var isOwn: Bool { if case .own = kind { true } else { false } }

    /// The class of a name; nil when there is none, or it does not support secure coding.
    ///
    /// Of Foundation's classes only those listed here are read: the initialisers of the others need an
    /// NSKeyedUnarchiver.
    init?(name: String) {
        self.name = name
        if let value = Value(rawValue: name) {
            (type, kind) = (value.type, .value(value))
            return
        }
        guard let found = Self.registered[name] ?? NSKeyedUnarchiver.class(forClassName: name) ?? Self.foreign(name),
            !String(reflecting: found).hasPrefix("Foundation."), let reading = found as? any NSSecureCoding.Type,
            reading.supportsSecureCoding
        else { return nil }
        (type, kind) = (found, .own(reading))
    }

    /// A class outside QuartzCore and Foundation.
    private static func foreign(_ name: String) -> AnyClass? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, name.utf8.count < 256, parts[0] != "QuartzCore", parts[0] != "Foundation",
            parts.allSatisfy({ part in
                part.first.map { $0.isLetter || $0 == "_" } == true
                    && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            })
        else { return nil }
        return NSClassFromString(name)
    }

    /// QuartzCore's classes by their names, as looking up an unknown name walks over all types of the program.
    private static let registered: [String: AnyClass] = {
        let classes: [AnyClass] = [
            CALayer.self, CAShapeLayer.self, CAGradientLayer.self, CATextLayer.self, CAReplicatorLayer.self,
            CATransformLayer.self, CAScrollLayer.self, CATiledLayer.self, CAEmitterLayer.self, CAEmitterCell.self,
            CAAnimation.self, CAPropertyAnimation.self, CABasicAnimation.self, CAKeyframeAnimation.self,
            CASpringAnimation.self, CAAnimationGroup.self, CATransition.self, CAValueFunction.self,
            CAMediaTimingFunction.self, CAConstraint.self, CAConstraintLayoutManager.self,
        ]
        return Dictionary(uniqueKeysWithValues: classes.map { (NSStringFromClass($0), $0) })
    }()

    /// The classes of property lists.
    static let propertyList: [AnyClass] = [
        NSArray.self, NSData.self, NSDate.self, NSDictionary.self, NSNumber.self, NSString.self,
    ]

    /// Reads the object at the decoder's position.
    ///
    /// - Parameter bridged: whether lists, dictionaries, strings and data are Foundation's rather than Swift's.
    func make(_ decoder: ArchiveDecoder, bridged: Bool) -> Any? {
        switch kind {
        case .own(let type): return type.init(coder: decoder)
        case .value(let value): return Self.make(value, decoder, bridged)
        }
    }

    /// Whether sets and dictionaries find an object quickly. Foundation's hash is the same for all large numbers, and
    /// for all lists of one length.
    private static func isFound(_ object: Any) -> Bool {
        guard let number = object as? NSNumber else { return true }
        return abs(number.doubleValue) < 0x1p53
    }

    private static func make(_ value: Value, _ decoder: ArchiveDecoder, _ bridged: Bool) -> Any? {
        switch value {
        case .array, .mutableArray:
            guard let list = decoder.objects(forKey: "NS.objects", bridged: bridged) else { return nil }
            if !bridged { return list }
            return value == .array ? NSArray(array: list) : NSMutableArray(array: list)
        case .set, .mutableSet:
            guard let list = decoder.objects(forKey: "NS.objects", bridged: true),
                list.allSatisfy({ !($0 is NSArray || $0 is NSDictionary || $0 is NSSet || $0 is NSData) && isFound($0) }
                )
            else { return nil }
            return value == .set ? NSSet(array: list) : NSMutableSet(array: list)
        case .dictionary, .mutableDictionary:
            guard let keys = decoder.objects(forKey: "NS.keys", bridged: bridged),
                let values = decoder.objects(forKey: "NS.objects", bridged: bridged), keys.count == values.count
            else { return nil }
            if !bridged {
                var result: [String: Any] = [:]
                for (key, value) in zip(keys, values) {
                    guard let key = key as? String else { return nil }
                    result[key] = value
                }
                return result
            }
            let result = NSMutableDictionary()
            for (key, value) in zip(keys, values) {
                guard let key = key as? NSObject, isFound(key),
                    key is NSString || key is NSNumber || key is NSDate || key is NSUUID
                else { return nil }
                result.setObject(value, forKey: key)
            }
            return value == .dictionary ? result.copy() : result
        case .string, .mutableString:
            guard let text = decoder.plainText(forKey: "NS.string") else { return nil }
            if !bridged { return text }
            return value == .string ? NSString(string: text) : NSMutableString(string: text)
        case .data, .mutableData:
            guard let data = decoder.data(forKey: "NS.data") else { return nil }
            if !bridged { return data }
            return value == .data ? NSData(data: data) : NSMutableData(data: data)
        case .date:
            guard let seconds = decoder.scalar(forKey: "NS.time")?.real, seconds.isFinite else { return nil }
            return NSDate(timeIntervalSinceReferenceDate: seconds)
        case .null: return NSNull()
        case .uuid:
            guard let bytes = decoder.data(forKey: "NS.uuidbytes").map({ [UInt8]($0) }), bytes.count == 16 else {
                return nil
            }
            let text = bytes.enumerated().map { index, byte in
                ([4, 6, 8, 10].contains(index) ? "-" : "") + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return NSUUID(uuidString: text.joined())
        }
    }
}

import Foundation

/// Keyed archives from strangers, read so that no archive can stop the program.
///
/// Foundation's NSKeyedUnarchiver on Linux stops the program at archives in which an object stands in place of one of
/// another class, secure coding or not, and at references that lead nowhere or in circles. This reads what NSKeyedArchiver
/// writes, through the same `init(coder:)`, and throws instead. Archives of one's own need none of this.
public enum LayerArchive {
    /// Why an archive is refused.
    public enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
        /// It is no binary property list, or a damaged one.
        case notBinary
        /// It is no keyed archive.
        case notKeyed
        /// An object of it is not as such objects are; its place in the archive's list, and what is wrong: the class, the
        /// key, the reason.
        case damaged(object: Int, String)
        /// Objects lie too deep in each other, or hold themselves.
        case tooDeep
        /// Objects hold the same ones so many times over that they unfold into too many.
        case tooLarge
        /// It holds nothing.
        case unread

        /// What is wrong, in words, with the place.
        public var description: String {
            switch self {
            case .notBinary: "no binary property list, or a damaged one"
            case .notKeyed: "no keyed archive"
            case .damaged(let object, let reason): "$objects[\(object)], \(reason)"
            case .tooDeep: "objects lie more than \(LayerArchive.deepest) deep in each other, or hold themselves"
            case .tooLarge: "objects unfold into more than \(LayerArchive.most)"
            case .unread: "an archive that holds nothing"
            }
        }
    }

    /// How deep objects may lie in each other.
    public static let deepest = 256

    /// How many objects there may be, one that is read for two others counted twice.
    public static let most = 1 << 20

    /// Reads the object that an archive holds: a layer, an animation, a cell, or an array of such.
    ///
    /// - Throws: `Failure`.
    public static func object(from data: Data) throws(Failure) -> Any {
        try unarchivedObject(
            ofClasses: [CALayer.self, CAAnimation.self, CAEmitterCell.self, NSArray.self], from: data)
    }

    /// Reads the object of a class, as NSKeyedUnarchiver's function of the same name does.
    ///
    /// - Throws: `Failure`, also when it is of another class.
    public static func unarchivedObject<Decoded: NSObject & NSCoding>(
        ofClass cls: Decoded.Type, from data: Data
    ) throws(Failure) -> Decoded {
        guard let found = try unarchivedObject(ofClasses: [cls], from: data) as? Decoded else { throw .unread }
        return found
    }

    /// Reads an object of one of some classes, as NSKeyedUnarchiver's function of the same name does; what lists and
    /// dictionaries hold must be of these classes, too.
    ///
    /// Of Foundation's classes NSString, NSNumber, NSData, NSDate, NSUUID, NSNull, NSArray, NSDictionary, NSSet and their
    /// mutable kinds are read, and any other module's that allow secure coding.
    /// - Throws: `Failure`, also when it is of another class.
    public static func unarchivedObject(ofClasses classes: [AnyClass], from data: Data) throws(Failure) -> Any {
        let decoder = try ArchiveDecoder([UInt8](data))
        return try decoder.root(of: classes)
    }
}

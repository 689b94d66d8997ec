import Foundation

/// Reads keyed archives from untrusted sources, so that no archive can stop the program.
///
/// Foundation's NSKeyedUnarchiver on Linux stops the program at objects of an unexpected class, even with secure
/// coding, and at references to missing objects or in circles. This type reads the archives that NSKeyedArchiver
/// writes, through the same `init(coder:)`, and throws instead. A program's own archives need none of this.
public enum LayerArchive {
    /// The reason for refusing an archive.
    public enum Failure: LocalizedError, Equatable, Sendable, CustomStringConvertible {
        /// The data is no binary property list, or a damaged one.
        case notBinary
        /// The property list is no keyed archive.
        case notKeyed
        /// An object has a fault: its index in the archive's list, and a description with the class, the key and the
        /// reason.
        case damaged(object: Int, String)
        /// Objects are nested too deeply, or contain themselves.
        case tooDeep
        /// Objects contain others so many times that the archive expands to too many.
        case tooLarge
        /// The archive is empty.
        case unread

        /// The reason in words, with the location of the fault.
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
        /// The description, as `localizedDescription` gives it.
        public var errorDescription: String? { description }
    }

    /// The greatest depth of nested objects.
    public static let deepest = 256

    /// The greatest depth of layers that are written: each is in a list in its superlayer, and both count when they are
    /// read.
    static let deepestLayers = 120

    /// The most objects; an object that is read for two others counts twice.
    public static let most = 1 << 20

    /// Reads the object in an archive: a layer, an animation, a cell, or an array of these.
    ///
    /// - Throws: `Failure`.
    public static func object(from data: Data) throws(Failure) -> Any {
        try unarchivedObject(
            ofClasses: [CALayer.self, CAAnimation.self, CAEmitterCell.self, NSArray.self], from: data)
    }

    /// Reads an object of a class, like NSKeyedUnarchiver's function of the same name.
    ///
    /// - Throws: `Failure`, also when the object is of another class.
    public static func unarchivedObject<Decoded: NSObject & NSCoding>(
        ofClass cls: Decoded.Type, from data: Data
    ) throws(Failure) -> Decoded {
        guard let found = try unarchivedObject(ofClasses: [cls], from: data) as? Decoded else { throw .unread }
        return found
    }

    /// Reads an object of one of several classes, like NSKeyedUnarchiver's function of the same name. The contents of
    /// lists and dictionaries must be of these classes too.
    ///
    /// Of Foundation's classes NSString, NSNumber, NSData, NSDate, NSUUID, NSNull, NSArray, NSDictionary, NSSet and
    /// their mutable kinds are read; of other modules, all classes that support secure coding.
    /// - Throws: `Failure`, also when the object is of another class.
    public static func unarchivedObject(ofClasses classes: [AnyClass], from data: Data) throws(Failure) -> Any {
        let decoder = try ArchiveDecoder([UInt8](data))
        return try decoder.root(of: classes)
    }
}

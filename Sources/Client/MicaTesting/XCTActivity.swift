import Foundation
import XCTest

/// A step of a test, with its attachments.
///
/// *Source*: Apple, XCTActivity.
public protocol XCTActivity: AnyObject {
    /// The step's name.
    var name: String { get }
    /// Keeps an attachment.
    func add(_ attachment: XCTAttachment)
}

/// The place of a test's steps.
///
/// *Source*: Apple, XCTContext.runActivity(named:block:).
open class XCTContext: NSObject {
    /// Runs a step of the current test.
    ///
    /// - Throws: the block's error.
    public class func runActivity<Result>(named name: String, block: (any XCTActivity) throws -> Result) rethrows
        -> Result
    {
        try block(Step(name: name))
    }
}

extension XCTestCase: XCTActivity {
    /// Keeps an attachment.
    public func add(_ attachment: XCTAttachment) { AttachmentFolder.keep(attachment, of: name) }
}

/// A step of a test.
private final class Step: XCTActivity {
    let name: String
    init(name: String) { self.name = name }
    func add(_ attachment: XCTAttachment) { AttachmentFolder.keep(attachment, of: name) }
}

/// The folder of attachments: `MICA_TEST_ATTACHMENTS`, which `mica test` sets. Without it nothing is written.
enum AttachmentFolder {
    static func keep(_ attachment: XCTAttachment, of step: String) {
        guard let folder = ProcessInfo.processInfo.environment["MICA_TEST_ATTACHMENTS"], let data = attachment.payload
        else { return }
        let words = [step, attachment.name ?? "attachment"].map { $0.map { $0.isLetter || $0.isNumber ? $0 : "-" } }
        let stem = folder + "/" + words.map { String($0) }.joined(separator: ".")
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var (path, count) = (stem + "." + attachment.fileEnding, 1)
        while FileManager.default.fileExists(atPath: path) {
            count += 1
            path = "\(stem).\(count).\(attachment.fileEnding)"
        }
        try? data.write(to: URL(fileURLWithPath: path))
    }
}

import Foundation
import MicaTrace
import UIKitCore

/// Finds and reads the files of nibs and storyboards, each once.
@MainActor final class NibLibrary: NibReader {
    private static var files: [String: NibFile?] = [:]

    static func nib(_ name: String, in bundle: Bundle?, isOptional: Bool) -> (any NibContent)? {
        guard let file = file(name, "xib", in: bundle, isOptional: isOptional) else { return nil }
        return NibFileContent(file, file.objects)
    }

    static func nib(_ data: Data, in bundle: Bundle?) -> (any NibContent)? {
        guard let file = read(data, "nib", bundle) else { return nil }
        return NibFileContent(file, file.objects)
    }

    static func storyboard(_ name: String, in bundle: Bundle?) -> (any StoryboardContent)? {
        file(name, "storyboard", in: bundle, isOptional: false).map { StoryboardFileContent($0) }
    }

    private static func file(_ name: String, _ kind: String, in bundle: Bundle?, isOptional: Bool) -> NibFile? {
        let plain =
            name.hasSuffix(".nib") || name.hasSuffix("." + kind) ? (name as NSString).deletingPathExtension : name
        guard !plain.isEmpty, !plain.split(separator: "/").contains("..") else { return nil }
        let folders = Bundle.folders(of: bundle)
        let key = "\(plain).\(kind) \(folders)"
        if let known = files[key] { return known }
        var compiled: String?
        for folder in folders {
            for place in places(in: folder) {
                let path = "\(place)/\(plain).\(kind)"
                if let data = FileManager.default.contents(atPath: path) {
                    let file = read(data, path, bundle)
                    files[key] = file
                    return file
                }
                let built = "\(place)/\(plain).\(kind == "xib" ? "nib" : "storyboardc")"
                if compiled == nil, FileManager.default.fileExists(atPath: built) { compiled = built }
            }
        }
        files[key] = NibFile?.none
        if let compiled {
            NibNotices.sayCompiled(compiled)
        } else if !isOptional {
            NibNotices.say(
                "there is no \(plain).\(kind) in \(folders.joined(separator: ", ")): declare it as a resource of its target "
                    + "(docs/nibs.md)")
        }
        return nil
    }

    /// A folder, with those of languages in it; the base goes first.
    private static func places(in folder: String) -> [String] {
        let languages = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasSuffix(".lproj")
        }
        let best = NibStrings.best(languages.map { String($0.dropLast(6)) }.sorted())
        let order = [folder, folder + "/Base.lproj"] + (best.map { ["\(folder)/\($0).lproj"] } ?? [])
        return order + languages.sorted().map { "\(folder)/\($0)" }.filter { !order.contains($0) }
    }

    private static func read(_ data: Data, _ path: String, _ bundle: Bundle?) -> NibFile? {
        do throws(NibFile.Failure) {
            return try NibFile(data, path: path, bundle: bundle)
        } catch {
            switch error {
            case .compiled: NibNotices.sayCompiled(path)
            case .wrong(let text): NibNotices.say(text)
            }
            return nil
        }
    }
}

/// Messages about nibs.
enum NibNotices {
    static func say(_ text: String) { Notices.shared.say(text, from: "UIKit", key: text) }

    static func sayCompiled(_ path: String) {
        say(
            "\(path): a compiled nib cannot be read here: copy the .xib or .storyboard file that it was made from into the "
                + "program's resources (docs/nibs.md)")
    }
}

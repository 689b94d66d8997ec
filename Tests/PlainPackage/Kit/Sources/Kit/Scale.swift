import Foundation

@objcMembers open class Scale: NSObject {
    @objc public override init() {}
    @objc(nameOf:) open func name(of key: String) -> String { key + " of a scale" }
}

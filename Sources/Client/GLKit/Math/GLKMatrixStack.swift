import CoreGraphics
import Foundation

/// A stack of matrices, of which the top one is changed; a new one has the matrix that changes nothing.
///
/// *Source*: Apple, GLKit/GLKMatrixStack.h.
public final class GLKMatrixStack {
    var matrices = [GLKMatrix4Identity]

    /// The matrix at the top.
    var top: GLKMatrix4 {
        get { matrices[matrices.count - 1] }
        set { matrices[matrices.count - 1] = newValue }
    }
}

/// The same as `GLKMatrixStack`: Apple's older name.
public typealias GLKMatrixStackRef = GLKMatrixStack

/// Makes a stack.
public func GLKMatrixStackCreate(_ alloc: CFAllocator?) -> Unmanaged<GLKMatrixStack>? {
    unsafe .passRetained(GLKMatrixStack())
}

/// Puts a copy of the top matrix on top.
public func GLKMatrixStackPush(_ stack: GLKMatrixStack) { stack.matrices.append(stack.top) }

/// Takes the top matrix away; the last one stays.
public func GLKMatrixStackPop(_ stack: GLKMatrixStack) {
    if stack.matrices.count > 1 { stack.matrices.removeLast() }
}

/// Tells how many matrices there are.
public func GLKMatrixStackSize(_ stack: GLKMatrixStack) -> Int32 { Int32(stack.matrices.count) }

/// Sets the top matrix.
public func GLKMatrixStackLoadMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) { stack.top = matrix }

/// Gives the top matrix.
public func GLKMatrixStackGetMatrix4(_ stack: GLKMatrixStack) -> GLKMatrix4 { stack.top }

/// Gives the upper left 3 x 3 numbers of the top matrix.
public func GLKMatrixStackGetMatrix3(_ stack: GLKMatrixStack) -> GLKMatrix3 { GLKMatrix4GetMatrix3(stack.top) }

/// Gives the upper left 2 x 2 numbers of the top matrix.
public func GLKMatrixStackGetMatrix2(_ stack: GLKMatrixStack) -> GLKMatrix2 { GLKMatrix4GetMatrix2(stack.top) }

/// Gives the inverse of the top matrix.
public func GLKMatrixStackGetMatrix4Inverse(_ stack: GLKMatrixStack) -> GLKMatrix4 {
    GLKMatrix4Invert(stack.top, nil)
}

/// Gives the inverse of the top matrix with rows and columns exchanged.
public func GLKMatrixStackGetMatrix4InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix4 {
    GLKMatrix4InvertAndTranspose(stack.top, nil)
}

/// Gives the inverse of the upper left 3 x 3 numbers of the top matrix.
public func GLKMatrixStackGetMatrix3Inverse(_ stack: GLKMatrixStack) -> GLKMatrix3 {
    GLKMatrix3Invert(GLKMatrix4GetMatrix3(stack.top), nil)
}

/// Gives the inverse of the upper left 3 x 3 numbers of the top matrix, with rows and columns exchanged.
public func GLKMatrixStackGetMatrix3InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix3 {
    GLKMatrix3InvertAndTranspose(GLKMatrix4GetMatrix3(stack.top), nil)
}

/// Multiplies the top matrix and a matrix, whose change comes first.
public func GLKMatrixStackMultiplyMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
    stack.top = GLKMatrix4Multiply(stack.top, matrix)
}

/// Multiplies the top matrices of two stacks, into the left one.
public func GLKMatrixStackMultiplyMatrixStack(_ stackLeft: GLKMatrixStack, _ stackRight: GLKMatrixStack) {
    stackLeft.top = GLKMatrix4Multiply(stackLeft.top, stackRight.top)
}

/// Makes the top matrix one that moves first.
public func GLKMatrixStackTranslate(_ stack: GLKMatrixStack, _ tx: Float, _ ty: Float, _ tz: Float) {
    stack.top = GLKMatrix4Translate(stack.top, tx, ty, tz)
}

/// Makes the top matrix one that moves by a vector first.
public func GLKMatrixStackTranslateWithVector3(_ stack: GLKMatrixStack, _ translationVector: GLKVector3) {
    stack.top = GLKMatrix4TranslateWithVector3(stack.top, translationVector)
}

/// Makes the top matrix one that moves by a vector's first three numbers first.
public func GLKMatrixStackTranslateWithVector4(_ stack: GLKMatrixStack, _ translationVector: GLKVector4) {
    stack.top = GLKMatrix4TranslateWithVector4(stack.top, translationVector)
}

/// Makes the top matrix one that stretches first.
public func GLKMatrixStackScale(_ stack: GLKMatrixStack, _ sx: Float, _ sy: Float, _ sz: Float) {
    stack.top = GLKMatrix4Scale(stack.top, sx, sy, sz)
}

/// Makes the top matrix one that stretches by a vector first.
public func GLKMatrixStackScaleWithVector3(_ stack: GLKMatrixStack, _ scaleVector: GLKVector3) {
    stack.top = GLKMatrix4ScaleWithVector3(stack.top, scaleVector)
}

/// Makes the top matrix one that stretches by a vector's first three numbers first.
public func GLKMatrixStackScaleWithVector4(_ stack: GLKMatrixStack, _ scaleVector: GLKVector4) {
    stack.top = GLKMatrix4ScaleWithVector4(stack.top, scaleVector)
}

/// Makes the top matrix one that turns about an axis, in radians, first.
public func GLKMatrixStackRotate(_ stack: GLKMatrixStack, _ radians: Float, _ x: Float, _ y: Float, _ z: Float) {
    stack.top = GLKMatrix4Rotate(stack.top, radians, x, y, z)
}

/// Makes the top matrix one that turns about a vector, in radians, first.
public func GLKMatrixStackRotateWithVector3(_ stack: GLKMatrixStack, _ radians: Float, _ axisVector: GLKVector3) {
    stack.top = GLKMatrix4RotateWithVector3(stack.top, radians, axisVector)
}

/// Makes the top matrix one that turns about a vector's first three numbers, in radians, first.
public func GLKMatrixStackRotateWithVector4(_ stack: GLKMatrixStack, _ radians: Float, _ axisVector: GLKVector4) {
    stack.top = GLKMatrix4RotateWithVector4(stack.top, radians, axisVector)
}

/// Makes the top matrix one that turns about the x axis, in radians, first.
public func GLKMatrixStackRotateX(_ stack: GLKMatrixStack, _ radians: Float) {
    stack.top = GLKMatrix4RotateX(stack.top, radians)
}

/// Makes the top matrix one that turns about the y axis, in radians, first.
public func GLKMatrixStackRotateY(_ stack: GLKMatrixStack, _ radians: Float) {
    stack.top = GLKMatrix4RotateY(stack.top, radians)
}

/// Makes the top matrix one that turns about the z axis, in radians, first.
public func GLKMatrixStackRotateZ(_ stack: GLKMatrixStack, _ radians: Float) {
    stack.top = GLKMatrix4RotateZ(stack.top, radians)
}
